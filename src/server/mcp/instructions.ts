/** What an agent reads before its first call, at most 400 words. Source: docs/mcp.md#instructions */

export const INSTRUCTIONS = `NoteDB is a typed database over a folder of Markdown notes. A row is a note: columns are its front matter, the body is free text. Every write is validated first and can be undone.

How to work:
1. list_tables, then describe_table of the tables (table takes a list) before you read or write them: it has the columns, their types and allowed values. Never guess a column or a value.
2. select_rows with columns and limit. A result above 60 KB is cut: truncated is true, total is the full count, next holds the arguments that go on.
3. Before a write of many rows, a definition or a deletion: the same call with dry_run: true. It plans, writes nothing, and answers with what would change: notes has the front matter of each note before and after.
4. Related writes go into one batch: all of them, or none.

In every tool:
- table is a name (tasks) or, where it is ambiguous, schema.table or catalog.schema.table. For a new table or view catalog and schema default to those of the database. History of a dropped table: catalog.schema.table.
- where is a filter as select_rows describes it. columns of tables, columns and bases are as create_table describes them.
- Names are lowercase letters, digits and _.
- dry_run: true plans only and writes nothing.
- edges keeps links with these labels: names of link columns, or link.
- Of list_changes and create_webhook: ops is all but tool_call by default; columns keeps changes of one of them, path means the place; exclude_actor leaves out X, harness:X or session:X.
- A link is written [[Name]]; list_link_targets has the notes that a link column takes.
- Empty fields are left out of results: a group without its key is that of empty values.
- A write answers with changed (the number of notes), plannedCreates, plannedUpdates, plannedDeletes, planned_moves (at most 100 each), migrationId and warnings.

When a call is refused the result has isError and error: message says the problem, hint the next step, violations and conflicts name each value. After a refusal nothing was written: correct the call and send it again.

undo_migration with a migrationId takes a write back; list_migrations lists the writes.`;
