/** A published view in a browser, from the disk: sorted, filtered, within its policy, whatever the notes say. docs/publish.md */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PassThrough, Readable } from 'node:stream';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { runProgram } from '../../src/headless/program';
import { publishedPage } from '../../src/headless/publish/published-page';
import { axeFindings } from './axe';
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
  const size = Math.ceil(fs.statSync(file).size / 1000);
  expect(told).toEqual({ status: 0, stdout: `3 rows of vw_tasks are in ${file} (${size} kB).\n`, stderr: '' });
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

it.each(['light', 'dark'] as const)('is easy for everybody at 390 px, %s', async (colorScheme) => {
  await run('publish', 'vw_tasks', file);
  const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } });
  await page.goto(pathToFileURL(file).href);
  expect(await axeFindings(page)).toEqual([]);
  const facts = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    heights: [...document.querySelectorAll('button, input')].map((each) => each.getBoundingClientRect().height),
    ground: getComputedStyle(document.body).backgroundColor,
  }));
  expect(facts.overflow).toBeLessThanOrEqual(0);
  expect(Math.min(...facts.heights)).toBeGreaterThanOrEqual(44);
  const [red = 0] = /\d+/.exec(facts.ground)?.map(Number) ?? [];
  expect(red < 128).toBe(colorScheme === 'dark');
  await page.close();
});

it('sorts and filters 10,000 rows at once', { timeout: 60_000 }, async () => {
  const columns = ['title', 'points', 'about', 'due'].map((name) => ({
    name,
    label: name,
    isNumber: name === 'points',
  }));
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    path: `Notes/Task ${i}.md`,
    title: `Task ${(i * 7919) % 10_000}`,
    points: (i * 31) % 997,
    about: 'A sentence about it that is neither short nor long.',
    due: `2026-${String((i % 12) + 1).padStart(2, '0')}-15`,
  }));
  const large = path.join(folder, 'large.html');
  const text = publishedPage({ title: 'Tasks', description: null, columns, rows });
  expect(text.length).toBeLessThan(2_000_000);
  fs.writeFileSync(large, text);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(large).href);
  const waits: Record<string, number> = {};
  const timed = async (what: string, act: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    await act();
    // Drawn, and free for the next key.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    waits[what] = Math.round(performance.now() - start);
  };
  await timed('numbers', () => page.locator('th button').nth(1).click());
  await timed('texts', () => page.locator('th button').nth(0).click());
  expect(await page.locator('tbody tr').nth(2).locator('td').first().textContent()).toBe('Task 2');
  await timed('filter', async () => {
    await page.locator('input').fill('task 4711');
    await page.locator('output', { hasText: '1 of 10000 rows' }).waitFor();
  });
  console.log(`published page: ${text.length} bytes, milliseconds ${JSON.stringify(waits)}`);
  // A table that is laid out whole takes seconds for each.
  await page.locator('input').fill('');
  await page.locator('output', { hasText: '10000 of 10000 rows' }).waitFor();
  const drawn = await page.locator('tbody tr').count();
  expect(drawn).toBeLessThan(1000);
  await page.locator('.scroll').evaluate((each) => each.scrollTo(0, each.scrollHeight));
  await vi.waitFor(async () => expect(await page.locator('tbody tr').count()).toBeGreaterThan(drawn));
  await page.evaluate(() => (location.hash = '#row-9000'));
  await page.locator('tr:target td', { hasText: `Task ${(8999 * 7919) % 10_000}` }).waitFor();
  await page.close();
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
