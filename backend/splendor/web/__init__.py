"""FastAPI: HTTP routes, the socket's read loop, the client's files, limits."""
