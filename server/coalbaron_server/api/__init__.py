"""The endpoints: what is read, who is let in, what is answered."""
