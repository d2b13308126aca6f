/** PUT, POST, PATCH, DELETE and MOVE of notes, as clients of Obsidian Local REST API send them. docs/http.md#writing-notes */

import { type JsonObject, NotedbError } from '../../engine/index';
import { callerError } from '../caller-error';
import type { ApiResponse, HttpHeaders } from '../http-message';
import { ALWAYS, STATUSES, emptyResponse, errorResponse, jsonResponse } from '../json-response';
import { runOperation } from '../operation-routes';
import type { Route, RouteCall, RouteHandler, RouteServices } from '../route-call';
import { type RequestTarget, flagHeader, header, requestTarget } from './note-target';
import { contentArguments, partArguments, patchArguments } from './patch-instruction';
import { entityTag, preconditionsOf } from './preconditions';
import { type NoteBody, readNoteBody } from './text-body';

/** What the writes answer. */
interface WrittenNote {
  readonly migrationId: string | null;
  readonly note: { readonly path: string; readonly revision: string } | null;
}

interface NoteCall extends RouteCall {
  readonly target: RequestTarget;
}

/** The operation of a request, and its answer. */
interface NoteRequest {
  readonly operation: string;
  readonly args: JsonObject;
  readonly answer: (written: WrittenNote) => Promise<ApiResponse> | ApiResponse;
}

/** Statuses that conflicts have here, as these clients know them. */
const CONFLICT_STATUSES: Readonly<Record<string, number>> = { revision: 412, exists: 409 };
const PRECONDITION_FAILED = 412;

export function noteWrites(services: RouteServices): Route['methods'] {
  const writer = new NoteWriter(services);
  const by =
    (method: (call: NoteCall) => Promise<NoteRequest>): RouteHandler =>
    (call) =>
      writer.answer(call, method);
  return {
    PUT: by((call) => writer.put(call)),
    POST: by((call) => writer.post(call)),
    PATCH: by((call) => writer.patch(call)),
    DELETE: by((call) => writer.remove(call)),
    MOVE: by((call) => writer.move(call)),
  };
}

class NoteWriter {
  constructor(private readonly services: RouteServices) {}

  async answer(call: RouteCall, method: (call: NoteCall) => Promise<NoteRequest>): Promise<ApiResponse> {
    const { services } = this;
    const { request, checkToken } = call;
    let operation: string | null = null;
    try {
      const caller = call.caller();
      const target = requestTarget(request, call.path);
      if (target.isFolder || target.path === '') return folderResponse();
      requireNote(target.path);
      const asked = await method({ ...call, target });
      ({ operation } = asked);
      const run = { operation, args: asked.args, caller, gone: request.gone, checkToken };
      return await asked.answer((await runOperation(services, run)) as unknown as WrittenNote);
    } catch (thrown) {
      const error = callerError(thrown, operation, services);
      return errorResponse(error, operation, [], statusOf(error, call.request.method));
    }
  }

  async put(call: NoteCall): Promise<NoteRequest> {
    const { target, request } = call;
    const body = await readNoteBody(request);
    if (target.part === null) return this.whole(call, 'replace', body);
    return this.part(call, { operation: 'replace', create: true }, body);
  }

  async post(call: NoteCall): Promise<NoteRequest> {
    const { target, request } = call;
    const body = await readNoteBody(request);
    if (target.part === null) return this.whole(call, 'append', body);
    const create = flagHeader(request, 'Create-Target-If-Missing');
    return this.part(call, { operation: 'append', create }, body);
  }

  async patch(call: NoteCall): Promise<NoteRequest> {
    const { target, request } = call;
    const { args, ifMatch } = patchArguments(request, target, await readNoteBody(request));
    const { revision } = await this.preconditions(call, ifMatch);
    return this.patched(call, { ...args, ...revision });
  }

  async remove(call: NoteCall): Promise<NoteRequest> {
    const { target, query } = call;
    if (target.part !== null)
      throw new NotedbError('bad_request', 'DELETE takes away a whole note', {
        hint: 'PATCH with the operation delete takes a part away',
      });
    if ((new URLSearchParams(query).get('permanent') ?? 'false') !== 'false')
      throw new NotedbError('bad_request', 'a note goes to the trash, so that it can be undone', {
        hint: 'leave permanent away',
      });
    const { revision } = await this.preconditions(call);
    const answer = (written: WrittenNote): ApiResponse => emptyResponse(headersOf(written));
    return { operation: 'move_note', args: { path: target.path, ...revision }, answer };
  }

  async move(call: NoteCall): Promise<NoteRequest> {
    const { request, target } = call;
    if (target.part !== null) throw new NotedbError('bad_request', 'MOVE takes a whole note');
    const { path } = target;
    const { revision } = await this.preconditions(call);
    const to = destinationOf(header(request, 'Destination'), path);
    if (flagHeader(request, 'Allow-Overwrite'))
      throw new NotedbError('bad_request', 'a note never takes the place of another one', {
        hint: 'leave Allow-Overwrite away, and DELETE the other note first',
      });
    const answer = (written: WrittenNote): ApiResponse => {
      const moved = { message: 'File successfully moved', oldPath: path, newPath: written.note?.path ?? to };
      const response = jsonResponse(moved);
      return { ...response, status: 201, headers: [...response.headers, ...headersOf(written)] };
    };
    return { operation: 'move_note', args: { path, to, ...revision }, answer };
  }

  private async whole(call: NoteCall, mode: 'replace' | 'append', body: NoteBody): Promise<NoteRequest> {
    if (body !== null && !('text' in body))
      throw new NotedbError('unsupported_media_type', 'a note is text, not JSON', {
        hint: 'Content-Type: text/markdown',
      });
    const { isNew, revision } = await this.preconditions(call);
    const { path } = call.target;
    const args = { path, content: body?.text ?? '', mode: isNew ? 'create' : mode, ...revision };
    return { operation: 'write_note', args, answer: (written) => emptyResponse(headersOf(written)) };
  }

  private async part(call: NoteCall, how: JsonObject, body: NoteBody): Promise<NoteRequest> {
    const { request, target } = call;
    if (target.part === null) throw new Error('a part is written where the request names one');
    const { revision } = await this.preconditions(call);
    const content = contentArguments(target.part, body);
    return this.patched(call, {
      ...partArguments(target.part),
      ...('value' in content ? content : { content: '', ...content }),
      ...how,
      trim: flagHeader(request, 'Trim-Target-Whitespace'),
      refuse_present: flagHeader(request, 'Reject-If-Content-Preexists'),
      relative: target.isInAddress,
      ...revision,
    });
  }

  /** Answered with the whole note as it is now. */
  private patched(call: NoteCall, args: JsonObject): NoteRequest {
    const { services } = this;
    const by = call.caller();
    const answer = async (written: WrittenNote): Promise<ApiResponse> => {
      const path = written.note?.path ?? call.target.path;
      const body = await services.calls.run(async () => (await services.engine.files(by)).bytes(path));
      const type = ['Content-Type', 'text/markdown; charset=utf-8'] as const;
      return { status: 200, headers: [type, ...ALWAYS, ...headersOf(written)], body };
    };
    return { operation: 'patch_note', args: { path: call.target.path, ...args }, answer };
  }

  private async preconditions(
    { request, target, caller }: NoteCall,
    ifMatch: string | null = null,
  ): Promise<{ readonly revision: JsonObject; readonly isNew: boolean }> {
    const files = (): ReturnType<RouteServices['engine']['files']> => this.services.engine.files(caller());
    const { revision, isNew } = await preconditionsOf(request, target.path, files, ifMatch);
    return { revision: revision === null ? {} : { if_revision: revision }, isNew };
  }
}

/** Where the note is now, its revision, and the migration that undo_migration takes back. */
function headersOf({ migrationId, note }: WrittenNote): HttpHeaders {
  return [
    ...(note === null
      ? []
      : ([
          ['ETag', entityTag(note.revision)],
          ['Content-Location', encodeURI(note.path)],
        ] as const)),
    ...(migrationId === null ? [] : ([['X-NoteDB-Migration', migrationId]] as const)),
  ];
}

function statusOf({ code, conflicts }: NotedbError, method: string): number {
  const [conflict] = conflicts;
  const status = conflict === undefined ? undefined : CONFLICT_STATUSES[conflict.code];
  if (status === undefined) return STATUSES[code];
  // Of a PUT or a POST only a precondition asks for a new note.
  return method === 'MOVE' ? status : PRECONDITION_FAILED;
}

/** `Folder/`: the name stays. */
function destinationOf(destination: string | undefined, path: string): string {
  const given = destination ?? '';
  if (given === '') throw new NotedbError('bad_request', 'the header Destination is missing', { hint: DESTINATION });
  const to = given.endsWith('/') ? `${given}${path.split('/').at(-1) ?? ''}` : given;
  requireNote(to);
  return to;
}

const DESTINATION = 'Destination: Folder/Note.md';

function requireNote(path: string): void {
  if (/\.md$/i.test(path)) return;
  throw new NotedbError('bad_request', 'only notes (.md) are written: other files are not kept for undo', {
    hint: 'the address of a note ends with .md',
  });
}

function folderResponse(): ApiResponse {
  const error = new NotedbError('method_not_allowed', 'a folder is only listed', { hint: 'use GET, HEAD' });
  return errorResponse(error, null, [['Allow', 'GET, HEAD']]);
}
