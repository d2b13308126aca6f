/** GET /vault/…: files as they are, notes as JSON, folders as lists of names. Source: docs/http.md#vault; D12, D19 */

import { NotedbError } from '../../engine/index';
import type { ApiResponse } from '../http-message';
import { bytesResponse, jsonResponse } from '../json-response';
import { type Route, type RouteCall, type RouteServices, readRoute } from '../route-call';
import type { RoutePath } from '../routes';
import { jsonForm, refuseParts } from './accepted-form';
import { contentTypeOf } from './content-types';

export function vaultRoutes({ engine, calls }: RouteServices): readonly Route[] {
  const read = async ({ request, path, query, caller }: RouteCall): Promise<ApiResponse> => {
    const by = caller();
    const vaultPath = vaultPathOf(path);
    refuseParts(request);
    const form = jsonForm(request, query);
    return calls.run(async () => {
      const files = await engine.files(by);
      if (path.isFolder) return jsonResponse(await files.folder(vaultPath));
      if (form !== null) return jsonResponse(await files.note(vaultPath), `${form}; charset=utf-8`);
      return bytesResponse(await files.bytes(vaultPath), contentTypeOf(vaultPath));
    });
  };
  return [{ pattern: '/vault/*', methods: readRoute(read) }];
}

/** The engine judges the rest of the path. D12 */
function vaultPathOf({ segments }: RoutePath): string {
  if (segments.length === 0) return '';
  for (const segment of segments) {
    if (segment.includes('/')) throw badPath('an encoded slash (%2f) is not a separator of folders');
    if (segment === '') throw badPath('the path has an empty segment');
  }
  return segments.join('/');
}

const badPath = (message: string): NotedbError =>
  new NotedbError('bad_request', message, { hint: 'GET /vault/Folder/Note.md, each name encoded by itself' });
