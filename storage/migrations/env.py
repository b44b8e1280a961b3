"""Alembic's entry: it runs in the transaction of the connection that ``storage.migrate`` hands over."""

from alembic import context

from storage.tables import metadata

# One transaction holds all revisions, on SQLite too: a process that dies in between changes nothing.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
