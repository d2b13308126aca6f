/** What the page asks besides operations: whose token it has, names by quick find, and pictures of notes. No part of the interface. docs/page.md#its-own-routes */

import { LARGEST_PICTURE } from '../../kernel/largest-picture';
import { type Caller, type JsonObject, type NameRequest, NotedbError, type VaultFiles } from '../../engine/index';
import type { ApiResponse } from '../http-message';
import { readArguments } from '../json-body';
import { bytesResponse, jsonResponse } from '../json-response';
import type { Route, RouteServices } from '../route-call';
import { contentTypeOf } from '../vault/content-types';
import type { ServedVaultFacts } from './page-files';

export function sessionRoutes({ engine, calls }: RouteServices, vault: ServedVaultFacts): readonly Route[] {
  return [
    { pattern: '/app/session', methods: { POST: ({ caller }) => jsonResponse(sessionOf(caller(), vault)) } },
    {
      pattern: '/app/picture',
      methods: {
        POST: async ({ request, caller }) => {
          const by = caller();
          const asked = pictureRequest(await readArguments(request));
          return calls.run(async () => pictureResponse(await engine.files(by), asked));
        },
      },
    },
    {
      pattern: '/app/find-names',
      methods: {
        POST: async ({ request, caller }) => {
          requireOwner(caller());
          const asked = nameRequest(await readArguments(request));
          return jsonResponse((await calls.run(() => engine.findNames(asked))) as unknown as JsonObject);
        },
      },
    },
  ];
}

function sessionOf(caller: Caller, { name, isReadOnly }: ServedVaultFacts): JsonObject {
  const app = caller.kind === 'owner' ? null : { name: caller.name, permissions: [...caller.permissions] };
  return { vault: name, read_only: isReadOnly, app };
}

/** docs/quick-find.md#when-it-is-up-to-date */
function requireOwner({ kind }: Caller): void {
  if (kind === 'owner') return;
  throw new NotedbError('forbidden', "quick find is for the owner's token", {
    hint: 'search_notes finds notes by words',
  });
}

interface PictureRequest {
  /** A link path. */
  readonly target: string;
  /** The note that has the link. */
  readonly source: string;
}

function pictureRequest({ target, source }: JsonObject): PictureRequest {
  if (typeof target === 'string' && typeof source === 'string') return { target, source };
  throw new NotedbError('bad_request', 'target and source are strings', { hint: 'arguments: target, source' });
}

/** An SVG may hold scripts, so it is not shown. */
const PICTURES = /^image\/(?!svg)/;

async function pictureResponse(files: VaultFiles, { target, source }: PictureRequest): Promise<ApiResponse> {
  const path = files.linked(target, source);
  const type = path === null ? '' : contentTypeOf(path);
  if (path === null || !PICTURES.test(type))
    throw new NotedbError('not_found', 'the link leads to no picture', {
      hint: 'png, jpeg, gif, webp, avif and bmp are shown',
    });
  if (((await files.size(path)) ?? 0) > LARGEST_PICTURE)
    throw new NotedbError('too_large', 'the picture has more than 20 MiB', { hint: 'a smaller copy is shown' });
  const { headers, ...response } = bytesResponse(await files.bytes(path), type);
  return { ...response, headers: [...headers, ['Content-Security-Policy', "default-src 'none'; sandbox"]] };
}

const MOST_NAMES = 1000;

function nameRequest({ query, limit, table, ...others }: JsonObject): NameRequest {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw badArgument(`unknown argument "${unknown.slice(0, 60)}"`);
  if (typeof query !== 'string') throw badArgument('query is not a string');
  if (limit !== undefined && !isCount(limit)) throw badArgument(`limit is not a number from 1 to ${MOST_NAMES}`);
  if (table !== undefined && typeof table !== 'string') throw badArgument('table is not a string');
  return { query, ...(limit === undefined ? {} : { limit }), ...(table === undefined ? {} : { table }) };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_NAMES;

const badArgument = (message: string): NotedbError =>
  new NotedbError('bad_request', message, { hint: 'arguments: query, limit, table' });
