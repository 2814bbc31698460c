"""Complete rules of the games as pure state machines over one contract."""
