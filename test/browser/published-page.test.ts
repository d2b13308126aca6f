/** A published view in a browser, from the disk: sorted, filtered, within its policy, whatever the notes say. docs/publish.md */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PassThrough, Readable } from 'node:stream';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { runProgram } from '../../src/headless/program';
import { launchBrowser } from './launch';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-publish-'));
const vault = path.join(folder, 'vault');
const file = path.join(folder, 'tasks.html');
let browser: Browser;

beforeAll(async () => {
  vi.stubEnv('XDG_STATE_HOME', path.join(folder, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'cache'));
  fs.mkdirSync(vault);
  browser = await launchBrowser();
  const title = { name: 'title', type: 'string', description: 'what', required: true, label: 'What <b>' };
  const points = { name: 'points', type: 'integer', description: 'how much' };
  const about = { name: 'about', type: 'string', description: 'text' };
  const after = { name: 'after', type: 'link', description: 'the one before' };
  const columns = [title, points, about, after];
  await call('create_table', { name: 'tasks', description: 'To <do>', columns, filename: '{title}' });
  await call('insert_row', {
    table: 'tasks',
    values: { title: 'Nine', points: 9, about: '<img src=x onerror=alert(1)>' },
  });
  await call('insert_row', { table: 'tasks', values: { title: 'Ten', points: 10, after: '[[Nine]]' } });
  await call('insert_row', {
    table: 'tasks',
    values: { title: 'Gone', about: '"quoted" & https://x', after: '[[Secret/Plan]]' },
  });
  const query = { table: 'tasks', columns: ['title', 'points', 'about', 'after'], order_by: ['title'] };
  await call('create_view', { name: 'vw_tasks', description: 'To <do>', query });
});

afterAll(async () => {
  await browser.close();
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const status = await runProgram([...args, '--vault', vault], {
    environment: {},
    version: '0',
    packageFolder: folder,
    print: (text) => void (said.stdout += text),
    printError: (text) => void (said.stderr += text),
    readInput: () => Promise.resolve(''),
    untilEnded: () => Promise.resolve('asked'),
    input: Readable.from([]),
    output: new PassThrough(),
    command: ['notedb'],
    isTerminal: false,
    isErrorTerminal: false,
    width: 80,
  });
  return { status, ...said };
}

async function call(operation: string, args: object): Promise<void> {
  const { status, stderr } = await run('call', operation, JSON.stringify(args));
  expect([status, stderr]).toEqual([0, '']);
}

it('sorts and filters from the disk, and runs nothing that a note says', { timeout: 60_000 }, async () => {
  const told = await run('publish', 'vw_tasks', file);
  expect(told).toEqual({ status: 0, stdout: `3 rows of vw_tasks are in ${file}.\n`, stderr: '' });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => void problems.push(message.text()));
  page.on('pageerror', (error) => void problems.push(error.message));
  page.on('dialog', (dialog) => void problems.push(dialog.message()));
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  const cells = (column: number): Promise<string[]> =>
    page.locator(`tbody tr:not([hidden]) td:nth-child(${column})`).allTextContents();
  expect(await page.locator('th').first().textContent()).toBe('What <b>');
  expect(await cells(1)).toEqual(['Gone', 'Nine', 'Ten']);
  expect(await cells(3)).toContain('<img src=x onerror=alert(1)>');
  expect(await cells(4)).toEqual(['Plan', '', 'Nine']);
  await page.locator('th button').nth(1).click();
  expect(await cells(2)).toEqual(['9', '10', '']);
  await page.locator('th button').nth(1).click();
  expect(await cells(2)).toEqual(['10', '9', '']);
  await page.locator('input').fill('nine');
  await page.locator('output', { hasText: '2 of 3 rows' }).waitFor();
  expect(await cells(1)).toEqual(['Ten', 'Nine']);
  await page.locator('input').fill('ten');
  await page.locator('output', { hasText: '1 of 3 rows' }).waitFor();
  await page.locator('tbody a', { hasText: 'Nine' }).click();
  await page.locator('output', { hasText: '3 of 3 rows' }).waitFor();
  expect(problems).toEqual([]);
  expect(requests).toEqual([pathToFileURL(file).href]);
});

it.each([
  ['an unknown view', ['vw_none', file], 1, 'vw_none'],
  ['a folder as the file', ['vw_tasks', path.join(folder, 'is.html')], 1, 'is a folder'],
  ['a folder that is a file', ['vw_tasks', path.join(file, 'x.html')], 1, 'is a file'],
  ['a folder that is not there', ['vw_tasks', path.join(folder, 'no', 'x.html')], 1, 'there is no folder'],
  ['another ending', ['vw_tasks', path.join(folder, 'x.md')], 2, '.html'],
  ['no file', ['vw_tasks'], 2, 'into which file'],
] as const)('refuses %s, and leaves every file as it is', async (_, args, status, words) => {
  fs.mkdirSync(path.join(folder, 'is.html'), { recursive: true });
  const before = fs.readdirSync(folder);
  const told = await run('publish', ...args);
  expect([told.status, told.stdout]).toEqual([status, '']);
  expect(told.stderr).toContain(words);
  expect(fs.readdirSync(folder)).toEqual(before);
});

it('refuses a view over a table that is gone, and keeps the earlier page', async () => {
  const before = fs.readFileSync(file, 'utf8');
  await call('drop_table', { table: 'tasks', mode: 'archive' });
  const told = await run('publish', 'vw_tasks', file);
  expect([told.status, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toContain('tasks');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
});
