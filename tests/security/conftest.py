from support.fixtures import served, sqlite

__all__ = ["served", "sqlite"]
