// @vitest-environment happy-dom
/** Notices, modals, menus and requests of the test app do what a person and a server would see. */

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from './create-test-app';
import type { NodeTestApp } from './create-test-app';
import { Menu, Modal, Notice, debounce, normalizePath, requestUrl, requireApiVersion } from './obsidian-module';

let testApp: NodeTestApp;

beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await testApp.close();
});

const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

describe('a notice', () => {
  it.each([
    [undefined, 4000],
    [30_000, 30_000],
  ])('of duration %s is gone after %i ms', (duration, time) => {
    vi.useFakeTimers();
    new Notice('Saved', duration);
    vi.advanceTimersByTime(time - 1);
    expect(document.querySelector('.notice')?.textContent).toBe('Saved');
    vi.advanceTimersByTime(1);
    expect(document.querySelector('.notice')).toBeNull();
  });

  it('of duration 0 stays until a click', () => {
    vi.useFakeTimers();
    const fragment = createFragment((part) => part.createEl('b', { text: 'Undo' }));
    new Notice(fragment, 0);
    vi.advanceTimersByTime(3_600_000);
    expect(document.querySelector('.notice b')?.textContent).toBe('Undo');
    click('.notice');
    expect(document.querySelector('.notice')).toBeNull();
  });
});

describe('a modal', () => {
  it.each([
    ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    ['its button', () => click('.modal-close-button')],
    ['a click beside it', () => click('.modal-bg')],
  ])('is closed by %s, once', (_how, close) => {
    const heard: string[] = [];
    class Question extends Modal {
      override onOpen(): void {
        this.setTitle('Delete?').setContent('All of it');
        heard.push('open');
      }

      override onClose(): void {
        heard.push('close');
      }
    }
    const modal = new Question(testApp.core);
    modal.setCloseCallback(() => heard.push('callback'));
    modal.open();
    expect(document.querySelector('.modal-title')?.textContent).toBe('Delete?');
    close();
    modal.close();
    expect(heard).toEqual(['open', 'close', 'callback']);
    expect(document.querySelector('.modal-container')).toBeNull();
  });
});

describe('a menu', () => {
  it('shows its items, runs the one that is clicked and goes', () => {
    const heard: string[] = [];
    const menu = new Menu()
      .addItem((item) =>
        item
          .setTitle('Off')
          .setDisabled(true)
          .onClick(() => heard.push('off')),
      )
      .addSeparator()
      .addItem((item) =>
        item
          .setTitle('Undo')
          .setIcon('undo')
          .setChecked(true)
          .onClick(() => heard.push('undo')),
      );
    menu.onHide(() => heard.push('hidden'));
    menu.showAtPosition({ x: 10, y: 20 });
    expect([...document.querySelectorAll('.menu-item-title')].map((el) => el.textContent)).toEqual(['Off', 'Undo']);
    click('.menu-item.is-disabled');
    expect(heard).toEqual([]);
    click('.menu-item.mod-checked');
    expect(heard).toEqual(['hidden', 'undo']);
    expect(document.querySelector('.menu')).toBeNull();
  });
});

describe('requestUrl', () => {
  it('sends, tells status and body, and throws from 400 on unless told otherwise', async () => {
    const server = http.createServer((request, response) => {
      response.statusCode = request.url === '/bad' ? 422 : 200;
      response.setHeader('content-type', 'application/json');
      request.on('data', (chunk: Buffer) => response.end(JSON.stringify({ got: chunk.toString('utf8') })));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = { method: 'POST', body: 'x' };
    try {
      const answer = await requestUrl({ url, ...post, contentType: 'text/plain' });
      expect([answer.status, answer.json]).toEqual([200, { got: 'x' }]);
      expect(await requestUrl({ url, ...post }).json).toEqual({ got: 'x' });
      await expect(requestUrl({ url: `${url}/bad`, ...post })).rejects.toThrow('status 422');
      expect((await requestUrl({ url: `${url}/bad`, ...post, throw: false })).status).toBe(422);
    } finally {
      server.close();
    }
  });
});

it.each([
  ['\\a\\\\b/', 'a/b'],
  ['/', '/'],
  ['', '/'],
  ['a\u00a0b/u\u0308', 'a b/\u00fc'],
])('normalizePath(%j) is %j', (path, expected) => expect(normalizePath(path)).toBe(expected));

it.each([
  ['1.13.0', true],
  ['1.13.1', true],
  ['1.13.2', false],
  ['2.0.0', false],
  ['0.99.99', true],
])('requireApiVersion(%s) is %s', (version, expected) => expect(requireApiVersion(version)).toBe(expected));

it('debounce waits for quiet, runs at once when asked, and can be called off', () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const save = debounce((value: number) => heard.push(value), 100, true);
  for (const value of [1, 2]) {
    save(value);
    vi.advanceTimersByTime(60);
  }
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(40);
  save(3);
  save.run();
  save(4);
  save.cancel();
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual([2, 3]);
});
