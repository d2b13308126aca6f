/** The mirror as the page of settings sees it. docs/mirror.md#from-obsidian */

import type { SecretStorage } from 'obsidian';
import { isSchemaName, patternsIn, schemaFor, unclearPattern } from '../server/mirror-choice';
import type { MirrorSource } from '../ui/shells/obsidian/settings/mirror-settings';
import { type KeptMirror, keepMirror, readMirror } from './kept-mirror';
import type { MirrorNews, MirrorSwitch } from './mirror-switch';

interface MirrorParts {
  readonly secrets: Pick<SecretStorage, 'getSecret' | 'setSecret'>;
  readonly switched: Pick<MirrorSwitch, 'news' | 'tryNow'>;
  readonly vault: string;
  /** After the kept settings changed. */
  readonly mirror: () => void;
}

export function mirrorSource({ secrets, switched, vault, mirror }: MirrorParts): MirrorSource {
  return {
    kept: () => readMirror(secrets),
    usualSchema: schemaFor(vault),
    change: (kept) => {
      const problem = kept.isOn ? problemOf(kept) : null;
      if (problem !== null) return problem;
      keepMirror(secrets, kept);
      mirror();
      return null;
    },
    state: () => ({
      text: newsText(switched.news, readMirror(secrets).isOn),
      canTry: switched.news.kind === 'waiting' || switched.news.kind === 'stopped',
    }),
    tryNow: () => switched.tryNow(),
  };
}

function problemOf({ url, schema, tables, team }: KeptMirror): string | null {
  if (!/^postgres(?:ql)?:\/\/./.test(url)) return 'Give the address of the database: postgres://user@host/database.';
  if (schema !== '' && !isSchemaName(schema)) return `"${schema}" is not the name of a schema.`;
  if (team !== '' && !isSchemaName(team)) return `"${team}" is not the name of a schema for a team.`;
  const unclear = tables === '' ? undefined : unclearPattern(patternsIn(tables));
  return unclear === undefined ? null : `"${unclear}" is not the name of tables.`;
}

function newsText(news: MirrorNews, isOn: boolean): string {
  switch (news.kind) {
    case 'off':
      return isOn ? 'It waits until this app has the vault.' : 'It is off.';
    case 'connecting':
      return 'It connects.';
    case 'reading':
      return 'It reads all tables.';
    case 'following':
      return `Up to change ${news.seq}.`;
    case 'waiting':
      return `It tries again soon. Problem with ${news.problem}.`;
    case 'stopped':
      return `It stopped. Problem with ${news.problem}.`;
  }
}
