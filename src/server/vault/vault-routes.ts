/** /vault/…: files as they are, notes as JSON, parts of notes, folders; and writes of notes. Source: docs/http.md#vault; D12, D19 */

import type { Json, VaultFiles } from '../../engine/index';
import type { ApiResponse } from '../http-message';
import { bytesResponse, jsonResponse } from '../json-response';
import { type Route, type RouteCall, type RouteServices, readRoute } from '../route-call';
import { wantedForm } from './accepted-form';
import { contentTypeOf } from './content-types';
import { type RequestTarget, requestTarget } from './note-target';
import { noteWrites } from './note-writes';
import { entityTag } from './preconditions';

export function vaultRoutes(services: RouteServices): readonly Route[] {
  const { engine, calls } = services;
  const read = async ({ request, path, query, caller }: RouteCall): Promise<ApiResponse> => {
    const by = caller();
    const target = requestTarget(request, path);
    const form = wantedForm(request, query, target);
    return calls.run(async () => {
      const files = await engine.files(by);
      if (target.isFolder || target.path === '') return jsonResponse(await files.folder(target.path));
      if (form === 'map') return mapResponse(files, target.path);
      if (target.part !== null) return partResponse(files, target.path, target.part);
      if (form !== null) return jsonResponse(await files.note(target.path), `${form}; charset=utf-8`);
      const { bytes, revision } = await files.file(target.path);
      return withRevision(bytesResponse(bytes, contentTypeOf(target.path)), revision);
    });
  };
  return [{ pattern: '/vault/*', methods: { ...readRoute(read), ...noteWrites(services) } }];
}

async function partResponse(
  files: VaultFiles,
  path: string,
  target: NonNullable<RequestTarget['part']>,
): Promise<ApiResponse> {
  const part = await files.part(path, target);
  const response = 'text' in part ? bytesResponse(part.text, contentTypeOf('.md')) : jsonResponse(part.value);
  return withRevision(response, part.revision);
}

/** As clients of Obsidian Local REST API read it. */
async function mapResponse(files: VaultFiles, path: string): Promise<ApiResponse> {
  const { headings, blocks, properties, revision } = await files.parts(path);
  const map: Json = {
    headings: headings.map((names) => names.join('::')),
    blocks: blocks.map((id) => `^${id}`),
    frontmatterFields: [...properties],
    version: revision,
  };
  return withRevision(jsonResponse(map, 'application/vnd.olrapi.document-map+json; charset=utf-8'), revision);
}

const withRevision = (response: ApiResponse, revision: string | null): ApiResponse =>
  revision === null ? response : { ...response, headers: [...response.headers, ['ETag', entityTag(revision)]] };
