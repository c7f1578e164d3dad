"""Benchmarks of the HTTP service: requests beside a bare endpoint, crowds, clients that leave."""
