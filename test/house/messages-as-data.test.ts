/** The interface shows the English of the engine and reads none of it: what it says is data. docs/http.md#errors */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readsOfEnglish } from './messages-as-data';

const SRC = path.join(import.meta.dirname, '../../src');

it.each(['ui', 'plugin'])('%s reads no message, hint or summary', async (room) => {
  const names = (await readdir(path.join(SRC, room), { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  const found = await Promise.all(
    names.map(async (name) =>
      readsOfEnglish(name, await readFile(path.join(SRC, room, name), 'utf8')).map((read) => `${room}/${name}:${read}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

it.each([
  "error.message.includes('expired')",
  "error.hint?.split(' or ')",
  "refusal.message.startsWith('step ')",
  'write.summary.slice(0, 5)',
  'error.message.match(/mean/)',
  "error.message.replace(/^step /, '').trim()",
  '/^\\d+ steps?: /.test(write.summary)',
  "(/mean (.*)/.exec(error.hint ?? '') ?? [])",
  "error.message === 'gone'",
  "'gone' !== error['message']",
  'error.message == `step ${1}`',
  "const { hint } = error; hint.endsWith('?')",
  "const { message: text } = error; text.includes('a')",
  "const f = ({ summary }) => summary.split(': ')",
  "const text = error.message ?? ''; const [first] = text.split('\\n')",
  "const f = (text) => text.split(': '); f(error.message)",
  "function f(text) { return /x/.test(text); } f(isOn ? error.hint : '')",
  "function f({ message }) { switch (message) { case 'a': } }",
  'TABLE[error.message]',
  'error.message[0]',
  '[...error.message]',
  "'a, b'.includes(error.message)",
  "`${error.message}.`.includes('a')",
  "const f = () => { const whole = `${error.message} ${error.hint}`; return whole.length > 1 && whole.indexOf('a'); }",
])('it is found in %s', (text) => {
  expect(readsOfEnglish('a.ts', text)).not.toEqual([]);
});

it.each([
  'show(error.message)',
  "[error.message, error.hint].filter((part) => part !== null).join(' ')",
  'error.hint === null',
  "error.hint === ''",
  "error.conflicts.some(({ code }) => code === 'expired')",
  "const text = note.body; text.split('\\n'); show(error.message)",
  'function f(text) { return text.trim(); } f(note.body); show(error.message)',
  '`${error.message}.`',
])('it is not found in %s', (text) => {
  expect(readsOfEnglish('a.ts', text)).toEqual([]);
});
