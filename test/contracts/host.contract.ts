/** What every host promises beside its stores; each host runs it. Promises: src/engine/ports/host.ts */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Host, LinkSettings } from '../../src/engine/ports/host';

export interface HostHarness {
  readonly host: Host;
  /** What the user sets in the vault's own settings; null: nothing was ever set. */
  setLinkSettings(settings: Partial<LinkSettings>): void | Promise<void>;
  /** Lets time go by. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** "deflate me deflate me deflate me", packed by another implementation of RFC 1951. */
const PACKED = Uint8Array.from([
  0x4b, 0x49, 0x4d, 0xcb, 0x49, 0x2c, 0x49, 0x55, 0xc8, 0x4d, 0x55, 0x48, 0xc1, 0xc6, 0x04, 0x00,
]);

export function describeHostContract(name: string, makeHarness: () => Promise<HostHarness>): void {
  describe(`the host ${name}`, () => {
    let harness: HostHarness;
    let host: Host;

    beforeEach(async () => {
      harness = await makeHarness();
      ({ host } = harness);
    });
    afterEach(() => harness.close());

    test('tells the time in whole milliseconds and a time zone that Intl knows', () => {
      expect(Number.isInteger(host.clock.now())).toBe(true);
      expect(host.clock.now()).toBeGreaterThan(Date.UTC(2020, 0));
      expect(() => new Intl.DateTimeFormat('en', { timeZone: host.clock.timeZone() })).not.toThrow();
    });

    test('makes UUIDs in lower case that don’t repeat', () => {
      const ids = Array.from({ length: 100 }, () => host.ids.uuid());
      expect(new Set(ids).size).toBe(100);
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    test.each([
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['ä🎵', 'c643dadab79c00bbe1df00f634e82185dcd6aa9f23d901ccbf799873021b0546'],
    ])('hashes %j by its UTF-8 bytes', (text, hash) => {
      expect(host.crypto.sha256(text)).toBe(hash);
    });

    test.each([
      ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
      ['ключ', 'ä🎵', 'b23a5e29cd15b4b670e735d9e7f6449b664eda1aa914ce143de39c8e8dd04057'],
      ['k'.repeat(65), '', '41f1c4cc3107cd5b8d92460f61032902bfdb06484eef17e861b83a5012d3b7f3'],
    ])('signs by HMAC-SHA256 with the key %j (RFC 4231)', (key, text, hex) => {
      const mac = host.crypto.hmacSha256(new TextEncoder().encode(key), text);
      expect(Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(hex);
    });

    test('draws bytes that do not repeat', () => {
      const draws = Array.from({ length: 20 }, () => host.crypto.randomBytes(40));
      for (const bytes of draws) expect(bytes.length).toBe(40);
      expect(new Set(draws.map((bytes) => bytes.join())).size).toBe(20);
    });

    test('packs so that it shrinks, and unpacks what any host packed', async () => {
      const text = new TextEncoder().encode('deflate me '.repeat(1000));
      const packed = await host.compression.deflate(text);
      expect(packed.length).toBeLessThan(text.length / 20);
      expect(host.compression.inflate(packed)).toEqual(text);
      const long = new TextEncoder().encode('deflate me elsewhere '.repeat(10_000));
      expect(host.compression.inflate(await host.compression.deflate(long))).toEqual(long);
      expect(new TextDecoder().decode(host.compression.inflate(PACKED))).toBe('deflate me deflate me deflate me');
      expect(host.compression.inflate(await host.compression.deflate(new Uint8Array()))).toEqual(new Uint8Array());
    });

    test('refuses to unpack rubbish', () => {
      expect(() => host.compression.inflate(Uint8Array.of(0xff, 0xff, 0xff, 0xff))).toThrow();
    });

    test('runs a task once, not before its time, unless it was called off', async () => {
      const ran: string[] = [];
      host.scheduler.after(30, () => ran.push('later'));
      host.scheduler.after(5, () => ran.push('soon'));
      const callOff = host.scheduler.after(10, () => ran.push('never'));
      expect(ran).toEqual([]);
      callOff();
      await harness.pass(80);
      expect(ran).toEqual(['soon', 'later']);
      await harness.pass(40);
      expect(ran).toEqual(['soon', 'later']);
    });

    test('pauses without end', async () => {
      for (let count = 0; count < 1000; count += 1) expect(await host.scheduler.pause()).toBeUndefined();
    });

    test('reads the vault’s settings of links anew, at the latest a moment after they changed', async () => {
      const aMoment = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 20));
      expect(host.linkSettings()).toEqual({ newLinkFormat: 'shortest', useMarkdownLinks: false });
      await harness.setLinkSettings({ newLinkFormat: 'relative', useMarkdownLinks: true });
      await aMoment();
      expect(host.linkSettings()).toEqual({ newLinkFormat: 'relative', useMarkdownLinks: true });
      await harness.setLinkSettings({ newLinkFormat: 'absolute', useMarkdownLinks: false });
      await aMoment();
      expect(host.linkSettings()).toEqual({ newLinkFormat: 'absolute', useMarkdownLinks: false });
    });

    test('names the folder of the private state', () => {
      expect(host.journalFolder).toMatch(/^\.notedb\/.+\/$/);
    });
  });
}
