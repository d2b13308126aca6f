/** To which addresses a webhook may send, in any spelling and at each attempt. docs/webhooks.md#addresses; D11, D23 */

import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/engine/index';
import { NotedbError } from '../../../src/engine/index';
import { HOST, insert, listed, openHooked, openTasks, pass, settle } from './receiver';

const APP: Caller = {
  kind: 'app',
  id: 'app-1',
  name: 'mirror',
  permissions: new Set(['read', 'webhooks']),
  tables: null,
  ask: false,
  actor: null,
};

const { vault } = await openTasks();
const { network } = vault.host;
network.resolve('rebound.test', () => ['169.254.169.254']);
network.resolve('one-of-two.test', () => ['203.0.113.9', '169.254.169.254']);
network.resolve('inside.test', () => ['10.1.2.3']);

const NEVER = [
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://0xa9.254.0xa9fe/',
  'http://169.254.169.254./',
  'http://①⑥⑨.254.169.254/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:0:0:0:0:5601:5601]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://0.0.0.0/',
  'http://0/',
  'http://0.1.2.3/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:0254]/',
  'http://100.100.100.200/',
  'http://0x646464c8/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://[ff02::1]/',
  'http://255.255.255.255/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://rebound.test/',
  'http://one-of-two.test/',
];

const PRIVATE = [
  'http://127.0.0.1:8080/',
  'http://127.1/',
  'http://2130706433/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://hook.localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://[fd12::1]/',
  'http://[fec0::1]/',
  'http://inside.test/',
];

const PUBLIC = [
  'https://hooks.test/',
  'http://8.8.8.8/',
  'http://172.32.0.1/',
  'http://[2606:4700::1]/',
  'http://1.0.0.1/',
];

const asked = (url: string, caller?: Caller): Promise<string> =>
  vault.engine.run('create_webhook', { url, dry_run: true }, caller).then(
    () => 'fine',
    (error: unknown) => (error instanceof NotedbError ? error.code : String(error)),
  );

describe('a new webhook', () => {
  it.each(NEVER)('may not send to %s, whoever makes it', async (url) => {
    expect([await asked(url), await asked(url, APP)]).toEqual(['refused', 'refused']);
  });

  it.each(PRIVATE)('may send to %s when the owner makes it, not when an app does', async (url) => {
    expect([await asked(url), await asked(url, APP)]).toEqual(['fine', 'forbidden']);
  });

  it.each(PUBLIC)('may send to %s', async (url) => {
    expect([await asked(url), await asked(url, APP)]).toEqual(['fine', 'fine']);
  });

  it.each([
    'ftp://hooks.test/',
    'file:///etc/hosts',
    'hooks.test',
    'javascript:0',
    'http://',
    'https://u:p@hooks.test/',
  ])('refuses the url %s as no address', async (url) => {
    expect(await asked(url)).toBe('bad_request');
  });

  it('to a name that does not resolve yet is made', async () => {
    network.resolve('later.test', () => []);
    expect(await asked('http://later.test/')).toBe('fine');
  });
});

it('a name that leads to a metadata service at the second attempt is sent nothing then', async () => {
  const hooked = await openHooked();
  const { receiver } = hooked;
  receiver.answer = () => ({ status: 500 });
  const addresses = [['203.0.113.1'], ['169.254.169.254'], ['203.0.113.1', 'fe80::1%eth0'], ['203.0.113.1']];
  let attempt = 0;
  // Asked twice an attempt: before it, and by the connection.
  receiver.network.resolve(HOST, () => addresses[Math.min(3, Math.floor(attempt++ / 2))] ?? []);
  await insert(hooked.vault, 'One');
  await settle();
  expect(receiver.requests.length).toBe(1);
  await pass(hooked.vault, 7000);
  expect(receiver.requests.length).toBe(1);
  expect((await listed(hooked.vault)).lastError).toContain('169.254.169.254 is link-local');
  await pass(hooked.vault, 400_000, 10_000);
  expect(receiver.requests.length).toBe(1);
  receiver.answer = () => ({ status: 200 });
  await pass(hooked.vault, 2_400_000, 60_000);
  expect([receiver.requests.length, (await listed(hooked.vault)).status]).toEqual([2, 'ok']);
});
