"""Between the sockets and the application: processes, connections, logs."""
