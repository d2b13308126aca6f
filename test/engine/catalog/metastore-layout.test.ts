/** What becomes of comments and blank lines where an operation writes a part of the file in another layout. D2 (metastore.yaml). */

import { expect, it } from 'vitest';
import { openVault } from '../open-vault';

const PATH = 'notedb/metastore.yaml';

const FILE = `format: 1

tables:
  main.default.t: {description: t, columns: [{name: st, type: enum, description: s, values: [a, "b # b"]}]} # the first
  main.default.u:
    description: u
    columns:
      - {name: name, type: string, description: "n # n"} # short
      - name: st
        type: enum
        description: s
        values: [a, b] # in this order
        value_descriptions: {a: the first} # meanings
      - name: n
        type: integer
        description: | # in full
          # no comment
          at length
    tags: {x: y} # labels
    aliases: [q, # one
      r] # two
`;

async function withFile(text: string) {
  const vault = await openVault();
  vault.host.external.write(PATH, text);
  await vault.engine.rescan();
  return vault;
}

it('changes words in flow style where they stand, and keeps the comments of what gets another layout', async () => {
  const vault = await withFile(FILE);
  await vault.run('rename_value', { table: 'u', column: 'st', from_value: 'a', to_value: 'z' });
  await vault.run('alter_table', { table: 'u', tags: { x: 'z' }, aliases: ['q'] });
  await vault.run('alter_column', { table: 'u', column: 'n', changes: { description: 'short' } });
  await vault.run('alter_column', { table: 'u', column: 'name', changes: { label: 'N' } });
  await vault.run('rename_value', { table: 't', column: 'st', from_value: 'a', to_value: 'z' });
  expect(vault.text(PATH)).toBe(`format: 1

tables:
  main.default.t: {description: t, columns: [{name: st, type: enum, description: s, values: [z, "b # b"]}]} # the first
  main.default.u:
    description: u
    columns:
      - name: name # short
        type: string
        description: "n # n"
        label: "N"
      - name: st
        type: enum
        description: s
        values: [z, b] # in this order
        value_descriptions: {z: the first} # meanings
      - name: n
        type: integer
        description: short # in full
    tags: {x: z} # labels
    aliases: # one # two
      - q
`);
});

it('leaves the blank line behind a section that is emptied, for what comes into it again', async () => {
  const text = `format: 1

catalogs:
  main:
    description: All

tables:
  main.default.t:
    description: t

  main.default.u:
    description: u

views:
  main.default.vw_u:
    query:
      table: main.default.u
`;
  const vault = await withFile(text);
  await vault.run('comment_on', { catalog: 'main', description: '' });
  await vault.run('drop_table', { table: 't' });
  await vault.run('drop_table', { table: 'u' });
  expect(vault.text(PATH)).toContain('format: 1\n\ncatalogs:\n\ntables:\n\nviews:\n');
  await vault.run('create_table', { name: 'u', description: 'u', columns: [] });
  await vault.run('comment_on', { catalog: 'main', description: 'All' });
  expect(vault.text(PATH)).toBe(text.replace(/ {2}main\.default\.t:\n.*\n\n/, ''));
});
