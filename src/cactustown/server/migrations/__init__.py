"""How the database came to be: one revision a change of the schema, oldest first."""
