import { describe, expect, it } from 'vitest';
import { fieldNameProblem, nameProblem } from '../../../src/engine/catalog/name-rules';
import { suggestName } from '../../../src/kernel/names';

describe('nameProblem', () => {
  it.each([
    ['catalog', 'main'],
    ['schema', 'crm'],
    ['table', 'tasks'],
    ['table', 'tasks_2026'],
    ['table', '2026'],
    ['table', '_drafts'],
    ['table', 'id'],
    ['table', 'view'],
    ['table', 'a'.repeat(63)],
    ['column', 'title'],
    ['column', 'x1'],
    ['column', 'tags'],
    ['column', 'aliases'],
    ['column', 'cssclasses'],
    ['column', 'file'],
    ['column', 'con'],
    ['column', 'system'],
    ['schema', 'system'],
  ] as const)('takes the %s %s', (kind, name) => {
    expect(nameProblem(kind, name)).toBeNull();
  });

  it.each([
    ['table', '', 'a table needs a name'],
    ['table', 'Tasks', 'lowercase letters, digits and _ only; write tasks'],
    ['table', 'my tasks', 'write my_tasks'],
    ['table', 'a.b', 'write a_b'],
    ['table', 'a-b', 'write a_b'],
    ['table', 'café', 'write cafe'],
    ['table', '🦊', '"🦊" is not a table name: lowercase letters, digits and _ only'],
    ['table', 'a\n', 'lowercase letters'],
    ['table', 'a'.repeat(64), '64 characters, at most 63'],
    ['table', 'vw_open', 'vw_ is the prefix of views'],
    ['table', 'con', 'Windows'],
    ['schema', 'nul', 'Windows'],
    ['catalog', 'com1', 'Windows'],
    ['catalog', 'system', 'reserved'],
    ['column', 'imdbId', 'write imdb_id'],
    ['column', 'id', 'reserved'],
    ['column', 'table', 'reserved'],
    ['column', 'path', 'reserved'],
    ['column', 'body', 'reserved'],
    ['column', 'and', 'reserved'],
    ['column', 'or', 'reserved'],
    ['column', 'not', 'reserved'],
    ['column', 'this', 'reserved'],
    ['column', 'file_name', 'file columns'],
    ['column', '_source', 'leading _'],
    ['column', '__proto__', 'leading _'],
    ['column', 'constructor', 'reserved'],
    ['column', 'prototype', 'reserved'],
  ] as const)('refuses the %s %j', (kind, name, reason) => {
    expect(nameProblem(kind, name)).toContain(reason);
  });
});

describe('fieldNameProblem', () => {
  it.each(['rating', 'Created at', 'created-by', 'imdbId', 'Größe', '評価', 'x_1', 'tags', '2026'])(
    'takes %s',
    (name) => {
      expect(fieldNameProblem(name)).toBeNull();
    },
  );

  it.each([
    ['', 'is not a field name'],
    ['id', 'reserved'],
    ['table', 'reserved'],
    ['__proto__', 'leading _'],
    ['file_size', 'file columns'],
    ['a.b', 'is not a field name'],
    ['-a', 'is not a field name'],
    ['a ', 'is not a field name'],
    ['a: b', 'is not a field name'],
    ['{a}', 'is not a field name'],
    ['a\nb', 'is not a field name'],
    ['a'.repeat(64), 'longer than 63'],
  ])('refuses %j', (name, reason) => {
    expect(fieldNameProblem(name)).toContain(reason);
  });
});

describe('suggestName', () => {
  it.each([
    ['imdbId', 'imdb_id'],
    ['Due Date', 'due_date'],
    ['due-date', 'due_date'],
    ['  Größe (cm) ', 'grosse_cm'],
    ['Crème', 'creme'],
    ['a1B', 'a1_b'],
    ['__x__', 'x'],
    ['HTTPServer', 'httpserver'],
    ['x'.repeat(80), 'x'.repeat(63)],
    ['🦊', ''],
  ])('makes %j %j', (text, name) => {
    expect(suggestName(text)).toBe(name);
  });

  it.each(['imdbId', 'Due Date', 'Crème brûlée', 'a--b', 'x'.repeat(80)])('gives a good name for %s', (text) => {
    expect(nameProblem('column', suggestName(text))).toBeNull();
  });
});
