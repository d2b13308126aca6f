/** Tokens: made, kept by their hashes, recognized, revoked. docs/rights.md#tokens */

import { describe, expect, it } from 'vitest';
import {
  AccessTokens,
  type NewAppToken,
  type TokenStorage,
  TokenRequestError,
} from '../../src/server/tokens/access-tokens';
import { makeClientToken } from '../../src/server/tokens/client-token';
import { TokenBookProblem, tokenBookText } from '../../src/server/tokens/token-book';
import { TokenUse } from '../../src/server/tokens/token-use';
import { matchesPatterns, patternProblem } from '../../src/engine/index';
import { sha256 } from './server-fixture';

const START = Date.parse('2026-11-26T09:00:00Z');

interface Kept {
  text: string | null;
  now: number;
  readonly tokens: AccessTokens;
}

function kept(text: string | null = null, storage?: Partial<TokenStorage>): Kept {
  const state = { text, now: START };
  let random = 0;
  const tokens = new AccessTokens(
    {
      read: () => state.text,
      replace: (before, after) => {
        if (state.text !== before) return false;
        state.text = after;
        return true;
      },
      ...storage,
    },
    { sha256, random: (bytes) => `${bytes}-${++random}`, uuid: () => `id-${random}`, now: () => state.now },
  );
  return Object.assign(state, { tokens });
}

const BOT: NewAppToken = { name: 'Bot', permissions: ['write', 'read'], tables: ['main.crm.*'] };

describe('a token of an app', () => {
  it('is kept by its hash alone and recognized by it', () => {
    const { tokens, ...state } = kept();
    const { token, app } = tokens.create(BOT);
    expect(token).toMatch(/^ndb_/);
    expect(app).toMatchObject({ name: 'Bot', permissions: ['read', 'write'], tables: ['main.crm.*'], ask: false });
    expect(tokens.holderOf(sha256(token), '/vault')).toEqual({ kind: 'app', token: app });
    expect(tokens.holderOf(sha256(`${token}x`), '/vault')).toBeNull();
    expect(tokenBookText(tokens.book())).not.toContain(token);
    expect(state.now).toBe(START);
  });

  it('stops at once when it is revoked, by name or by id', () => {
    const { tokens } = kept();
    const one = tokens.create(BOT);
    const two = tokens.create({ ...BOT, name: 'Other' });
    expect(tokens.revoke('Bot')).toEqual(one.app);
    expect(tokens.revoke(two.app.id)).toEqual(two.app);
    expect([tokens.holderOf(sha256(one.token), null), tokens.holderOf(sha256(two.token), null)]).toEqual([null, null]);
    expect(tokens.revoke('Bot')).toBeNull();
  });

  it('works through its last day', () => {
    const state = kept();
    const { token } = state.tokens.create({ ...BOT, expires: '2026-12-01' });
    const kindAt = (moment: string): string | undefined => {
      state.now = Date.parse(moment);
      return state.tokens.holderOf(sha256(token), null)?.kind;
    };
    expect(kindAt('2026-12-01T23:59:59.999Z')).toBe('app');
    expect(kindAt('2026-12-02T00:00:00Z')).toBe('expired');
  });

  it('made for one vault opens no other', () => {
    const { tokens } = kept();
    const { token } = tokens.create({ ...BOT, vault: '/one' });
    expect(tokens.holderOf(sha256(token), '/one')?.kind).toBe('app');
    expect(tokens.holderOf(sha256(token), '/two')).toBeNull();
  });

  it.each<[string, Partial<NewAppToken>, string]>([
    ['no name', { name: ' ' }, 'name of the app is empty'],
    ['a long name', { name: 'x'.repeat(81) }, 'longer than 80'],
    ['a name of two lines', { name: 'a\nb' }, 'control character'],
    ['the name of a rule', { name: 'rule:finished' }, 'are those of rules'],
    ['a permission that there is not', { permissions: ['read', 'all'] }, 'no permission "all"'],
    ['no permission', { permissions: [] }, 'at least one permission'],
    ['no table', { tables: [] }, 'no table is named'],
    ['no pattern', { tables: ['Main.*'] }, 'is not a pattern'],
    ['half a name', { tables: ['crm.people'] }, 'names no table'],
    ['no date', { expires: 'soon' }, 'is not a date'],
    ['a date of the past', { expires: '2026-11-25' }, 'is past'],
  ])('is refused with %s', (_, wrong, words) => {
    const { tokens } = kept();
    expect(() => tokens.create({ ...BOT, ...wrong })).toThrow(TokenRequestError);
    expect(() => tokens.create({ ...BOT, ...wrong })).toThrow(words);
    expect(tokens.book().apps).toEqual([]);
  });

  it('has a name of its own', () => {
    const { tokens } = kept();
    tokens.create(BOT);
    expect(() => tokens.create(BOT)).toThrow('already');
  });

  it('made by two programs at once is lost by neither', () => {
    let meanwhile = true;
    const state = kept();
    const other = kept(null, {
      read: () => state.text,
      replace: (before, after) => {
        if (meanwhile) {
          meanwhile = false;
          state.tokens.create(BOT);
        }
        if (state.text !== before) return false;
        state.text = after;
        return true;
      },
    });
    other.tokens.create({ ...BOT, name: 'Other' });
    expect(state.tokens.book().apps.map(({ name }) => name)).toEqual(['Bot', 'Other']);
  });
});

describe('what is kept', () => {
  it('of the program before is read, and the owner stays when an app comes', () => {
    const owner = { sha256: sha256('one'), created: '2026-01-01T00:00:00.000Z' };
    const state = kept(JSON.stringify({ format: 1, owner }));
    state.tokens.create(BOT);
    expect(state.tokens.book().owner).toEqual(owner);
    expect(state.tokens.holderOf(sha256('one'), null)).toEqual({ kind: 'owner' });
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['an app without a name', '{"format":2,"apps":[{"id":"a","sha256":"x"}]}'],
    ['an app without a hash', '{"format":2,"apps":[{"id":"a","name":"b","permissions":[],"tables":null}]}'],
    [
      'tables that are none',
      `{"format":2,"apps":[{"id":"a","name":"b","sha256":"${sha256('x')}","permissions":[],"tables":{}}]}`,
    ],
  ])('lets nobody in when it is %s', (_, text) => {
    expect(() => kept(text).tokens.holderOf(sha256('x'), null)).toThrow(TokenBookProblem);
  });

  it('asks first where it does not say', () => {
    const app = { id: 'a', name: 'b', sha256: sha256('x'), permissions: ['write', 'fly'], tables: null };
    const { tokens } = kept(JSON.stringify({ format: 2, apps: [app] }));
    expect(tokens.book().apps).toMatchObject([{ ask: true, permissions: ['write'] }]);
  });
});

describe('the last use', () => {
  it('is noted once a minute, and never stands in the way', () => {
    let text: string | null = null;
    let now = START;
    const written: string[] = [];
    const use = new TokenUse(
      {
        read: () => text,
        write: (next) => {
          if (next.includes('broken')) throw new Error('full');
          written.push((text = next));
        },
      },
      () => now,
    );
    use.note('a');
    now += 59_000;
    use.note('a');
    use.note('b');
    use.note('broken');
    now += 1_000;
    use.note('a');
    expect(written).toHaveLength(3);
    expect(use.times()).toEqual({ a: '2026-11-26T09:01:00.000Z', b: '2026-11-26T09:00:59.000Z' });
    text = '[';
    expect(use.times()).toEqual({});
  });
});

describe('a pattern', () => {
  it.each<[string, string, boolean]>([
    ['*', 'main.crm.people', true],
    ['main.*', 'main.crm.people', true],
    ['main.*', 'other.crm.people', false],
    ['main.crm.*', 'main.crm.people', true],
    ['main.crm.*', 'main.crm2.people', false],
    ['main.*.people', 'main.crm.people', true],
    ['main.*.people', 'main.crm.persons', false],
    ['main.crm.people', 'main.crm.people', true],
    ['main.crm.people', 'main.crm.people2', false],
    ['*.*.people', 'a.b.people', true],
  ])('%s and %s: %s', (pattern, name, matches) => expect(matchesPatterns(name, [pattern])).toBe(matches));

  it.each(['', 'a.b.c.d', 'a..c', 'a.b', 'main.c*.x', '*.people', ' main.*'])('"%s" is none', (pattern) =>
    expect(patternProblem(pattern)).not.toBeNull(),
  );
});

describe('the token of a client', () => {
  it('has a name of its own for each vault, and is replaced for the same one', () => {
    const { tokens } = kept();
    const connect = (vault: string): readonly [string, boolean] => {
      const { app, isReplaced } = makeClientToken(tokens, { name: 'Cursor', vault, permissions: null });
      return [app.name, isReplaced];
    };
    expect(['/a/notes', '/b/notes', '/c/notes', '/b/notes', '/c/notes', '/a/notes'].map(connect)).toEqual([
      ['Cursor', false],
      ['Cursor (notes)', false],
      ['Cursor (notes 2)', false],
      ['Cursor (notes)', true],
      ['Cursor (notes 2)', true],
      ['Cursor', true],
    ]);
  });
});
