/** The files of the page at `/app/`. Open to everybody on this machine: they are the same for every vault. docs/page.md, D12 */

import { NotedbError } from '../../engine/index';
import type { HttpHeaders, ApiResponse } from '../http-message';
import { bytesResponse } from '../json-response';
import { type Route, type RouteServices, readRoute } from '../route-call';
import { PAGE_FILES, type PageFileName, type PageFiles } from './page-files';
import { sessionRoutes } from './session-routes';

/** None where the program has no page. */
export function pageRoutes(services: RouteServices): readonly Route[] {
  const { page } = services;
  return page === undefined ? [] : [...pageFileRoutes(page.files), ...sessionRoutes(services, page.vault)];
}

/** The same for every vault. */
export const pageFileRoutes = (files: PageFiles): readonly Route[] =>
  (Object.keys(PAGE_FILES) as PageFileName[]).map((name): Route => ({
    pattern: name === 'index.html' ? '/app' : `/app/${name}`,
    isOpen: true,
    methods: readRoute(() => respond(files, name)),
  }));

async function respond(files: PageFiles, name: PageFileName): Promise<ApiResponse> {
  const { headers, ...response } = bytesResponse(await readBuilt(files, name), PAGE_FILES[name]);
  return { ...response, headers: [...headers, ...PROTECTION] };
}

async function readBuilt(files: PageFiles, name: PageFileName): Promise<string | Uint8Array> {
  try {
    return await files.read(name);
  } catch {
    throw new NotedbError('not_found', 'this copy of NoteDB has no page', { hint: '"npm run build" makes it' });
  }
}

/**
 * Scripts and styles come from here alone, none is in the document, and no text becomes markup. The page talks only to this
 * server. Pictures of notes are fetched with the token and shown from memory. No other page may frame it or reach its window.
 */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `font-src 'self'`,
  `img-src 'self' blob: data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ');

const PROTECTION: HttpHeaders = [
  ['Content-Security-Policy', POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];
