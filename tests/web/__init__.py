"""The table in the browser, used as people use it: on the real server, in a real browser."""
