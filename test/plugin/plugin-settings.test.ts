/** Settings and token as they are kept. */

import { expect, it } from 'vitest';
import { readSettings } from '../../src/plugin/plugin-settings';
import { ownerToken } from '../../src/plugin/plugin-tokens';
import { SecretStorage } from '../host/local-storage';

it.each<[unknown, boolean, number]>([
  [null, false, 27390],
  ['text', false, 27390],
  [{}, false, 27390],
  [{ serve: true, port: 3000 }, true, 3000],
  [{ serve: 'yes', port: '3000' }, false, 27390],
  [{ serve: true, port: 80 }, true, 27390],
  [{ serve: true, port: 70000 }, true, 27390],
  [{ serve: true, port: 3000.5 }, true, 27390],
  [{ serve: true, more: 'of another version' }, true, 27390],
])('%j serves: %s, at %i', (stored, serve, port) => expect(readSettings(stored)).toMatchObject({ serve, port }));

it('keeps the allowed origins, and none for what is no text', () => {
  expect(readSettings({ origins: 'https://a.example' }).origins).toBe('https://a.example');
  expect([readSettings({}).origins, readSettings({ origins: ['*'] }).origins]).toEqual(['', '']);
});

it('tells what apps changed unless that is turned off', () => {
  expect(readSettings({ notices: false }).notices).toBe(false);
  expect(readSettings({ notices: 'no' }).notices).toBe(true);
});

it('makes a token that a header can carry, once a device', () => {
  const storage = new Map<string, string>();
  const token = ownerToken(new SecretStorage(storage));
  expect(token).toMatch(/^ndb_[A-Za-z0-9_-]{43}$/);
  expect(ownerToken(new SecretStorage(storage))).toBe(token);
  expect(ownerToken(new SecretStorage(new Map()))).not.toBe(token);
});

it('makes a new token in place of an empty one', () => {
  const secrets = new SecretStorage(new Map([['secret-notedb-owner-token', '']]));
  expect(ownerToken(secrets)).not.toBe('');
});
