/** The tables of the vaults that are generated. */

export const AREAS = Array.from({ length: 24 }, (_, i) => `area-${String(i + 1).padStart(2, '0')}`);
export const STATUSES = ['todo', 'doing', 'waiting', 'done', 'dropped'] as const;

const column = (name: string, type: string, more = ''): string =>
  `      - name: ${name}\n        type: ${type}\n        description: what ${name} says\n${more}`;
const ref = (table: string): string => `        ref: main.default.${table}\n`;
const oneOf = (values: readonly string[]): string =>
  `        values:\n${values.map((value) => `          - ${value}\n`).join('')}`;

const table = (name: string, more: string, columns: readonly string[]): string =>
  `  main.default.${name}:\n    description: a note of the kind ${name}\n${more}    columns:\n${columns.join('')}\n`;

/** Thirteen columns for tasks, as many as the goals of memory are set for. */
export const METASTORE = [
  'format: 1\n\ntables:\n',
  table('tasks', '    filename: "{title}"\n    partition: "{area}"\n', [
    column('title', 'string', '        required: true\n'),
    column('status', 'enum', oneOf(STATUSES)),
    column('priority', 'integer', '        min: 1\n        max: 9\n'),
    column('due', 'date'),
    column('created', 'datetime'),
    column('project', 'link', ref('projects')),
    column('assignee', 'link', ref('people')),
    column('area', 'enum', oneOf(AREAS)),
    column('estimate', 'number'),
    column('done', 'boolean'),
    column('code', 'string', '        unique: true\n'),
    column('contexts', 'list'),
    column('summary', 'string'),
  ]),
  table('logs', '    filename: "{title}"\n', [
    column('title', 'string', '        required: true\n'),
    column('date', 'date'),
    column('project', 'link', ref('projects')),
    column('hours', 'number'),
    column('kind', 'string'),
    column('people', 'list', '        items:\n          type: link\n          ref: main.default.people\n'),
    column('remark', 'string'),
  ]),
  table('projects', '    filename: "{name}"\n', [
    column('name', 'string', '        required: true\n'),
    column('started', 'date'),
    column('budget', 'integer'),
    column('lead', 'link', ref('people')),
    column('active', 'boolean'),
    column('goal', 'string'),
    column('state', 'string'),
  ]),
  table('people', '    filename: "{name}"\n', [
    column('name', 'string', '        required: true\n'),
    column('email', 'string', '        unique: true\n'),
    column('town', 'string'),
    column('born', 'date'),
    column('role', 'string'),
    column('rate', 'number'),
    column('languages', 'list'),
  ]),
  table('days', '    filename: "{title}"\n', [
    column('title', 'string', '        required: true\n'),
    column('date', 'date'),
    column('mood', 'integer'),
    column('sleep', 'number'),
    column('weather', 'string'),
    column('walked', 'number'),
    column('highlight', 'string'),
  ]),
].join('');
