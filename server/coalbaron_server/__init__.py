"""The HTTP service: best moves for anyone, and a table in the browser (docs/http.md)."""
