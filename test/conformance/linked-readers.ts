/** A metastore file in which rules of tasks read people through links. Source: docs/operations.md#drop_table, docs/operations.md#alter_table */

const READERS = `format: 1
tables:
  main.default.people:
    columns:
    - name: name
      type: string
    - name: kind
      type: string
  main.default.tasks:
    columns:
    - name: owner
      type: link
      ref: main.default.people
      ref_where:
        kind: human
    - name: kind
      type: string
    - name: helper
      type: list
      items:
        type: link
        ref: main.default.people
        ref_by:
          column: kind
          levels: [a, b]
    - name: plain
      type: link
      ref: main.default.people
    constraints:
      named:
        or:
        - owner.name:
            exists: true
        - kind: b
      located:
        plain.path:
          contains: people
      linked:
        owner:
          exists: true
`;

export const LINKED_READERS = { 'notedb/metastore.yaml': READERS };

export const LINKED_CONFLICTS = ['check', 'check', 'ref_by', 'ref_where'];
