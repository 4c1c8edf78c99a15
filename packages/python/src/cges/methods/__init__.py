"""When to stop asking a model again, and which answer to give. All of it pure functions."""
