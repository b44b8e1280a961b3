"""What may stand in a regulation file, table by table; the version of the schema is in the file."""
