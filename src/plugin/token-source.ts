/** The tokens of apps as the page of settings sees them. D13, docs/rights.md#tokens */

import type { AccessTokens } from '../server/tokens/access-tokens';
import { TokenBookProblem } from '../server/tokens/token-book';
import type { TokenUse } from '../server/tokens/token-use';
import type { ConnectableClient, TokenSource } from '../ui/shells/obsidian/settings/token-settings';

export function tokenSource(
  tokens: AccessTokens,
  use: Pick<TokenUse, 'times'>,
  clients: readonly ConnectableClient[],
  serverAddress: () => string,
): TokenSource {
  return {
    clients,
    now: Date.now,
    list: () => {
      const times = use.times();
      return inWords(() => tokens.book()).apps.map(({ id, name, permissions, tables, ask, expires }) => ({
        ...{ id, name, permissions, tables, ask },
        expires: momentOf(expires),
        lastUsed: momentOf(times[id]),
      }));
    },
    create: (request) => inWords(() => tokens.create(request)).token,
    shown: ({ permissions, tables }, token) => {
      const [table = '<table>'] = tables?.filter((name) => !name.includes('*')) ?? [];
      return permissions.includes('feed') ? `${serverAddress()}/feeds/${table}.ics?token=${token}` : token;
    },
    revoke: (id) => void inWords(() => tokens.revoke(id)),
  };
}

function momentOf(text: string | null | undefined): number | null {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? null : moment;
}

function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TokenBookProblem)) throw error;
    throw new Error(
      error.kind === 'newer'
        ? 'A later version of NoteDB wrote the tokens of apps. Update NoteDB here'
        : 'The tokens of apps in the secret storage can not be understood, so that no app is let in. Delete the secret notedb-app-tokens there, and make new ones',
    );
  }
}
