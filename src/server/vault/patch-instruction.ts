/** The arguments of patch_note from a PATCH request: an instruction in JSON, or headers and a text. docs/http.md#patch */

import { type Json, type JsonObject, NotedbError, type PartTarget, isJsonObject } from '../../engine/index';
import type { ApiRequest } from '../http-message';
import { type RequestTarget, flagHeader, header } from './note-target';
import type { NoteBody } from './text-body';

/** Keys of an instruction, as they are sent, and those that are served. */
const KEYS: readonly string[] = [
  ...['targetType', 'target', 'operation', 'scope', 'content', 'value', 'createTargetIfMissing'],
  ...['rejectIfContentPreexists', 'ifMatch'],
];

export interface PatchArguments {
  readonly args: JsonObject;
  /** Of an instruction in JSON. */
  readonly ifMatch: string | null;
}

/** Throws `bad_request`. */
export function patchArguments(request: ApiRequest, target: RequestTarget, body: NoteBody): PatchArguments {
  const operation = header(request, 'Operation');
  if (operation === undefined) return fromInstruction(target, body);
  if (target.part === null) throw badPatch('the request names no part of the note', HEADERS);
  const args = {
    ...partArguments(target.part),
    ...contentArguments(target.part, body),
    ...scopeArguments(header(request, 'Target-Scope') ?? 'content'),
    operation: operation.toLowerCase(),
    create: flagHeader(request, 'Create-Target-If-Missing'),
    trim: flagHeader(request, 'Trim-Target-Whitespace'),
    refuse_present: flagHeader(request, 'Reject-If-Content-Preexists'),
    relative: target.isInAddress,
  };
  return { args, ifMatch: null };
}

function fromInstruction({ part }: RequestTarget, body: NoteBody): PatchArguments {
  const given = body !== null && 'value' in body ? body.value : null;
  if (!isJsonObject(given)) throw badPatch('PATCH needs an instruction', HEADERS);
  const unknown = Object.keys(given).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0)
    throw badPatch(unknown.map((key) => `${key.slice(0, 60)} is not served`).join('; '), `keys: ${KEYS.join(', ')}`);
  const target = part ?? instructedPart(given);
  const args = {
    ...partArguments(target),
    ...argumentIn(given, 'content'),
    ...argumentIn(given, 'value'),
    ...scopeArguments(textIn(given, 'scope') ?? 'content'),
    operation: textIn(given, 'operation') ?? '',
    create: given['createTargetIfMissing'] === true,
    refuse_present: given['rejectIfContentPreexists'] === true,
    relative: true,
  };
  return { args, ifMatch: textIn(given, 'ifMatch') };
}

const argumentIn = (instruction: JsonObject, key: string): JsonObject =>
  instruction[key] === undefined ? {} : { [key]: instruction[key] };

function instructedPart(given: JsonObject): PartTarget {
  const { target = null } = given;
  switch (textIn(given, 'targetType')) {
    case 'heading':
      if (target === null) return { kind: 'heading', path: [] };
      if (Array.isArray(target) && target.every((name) => typeof name === 'string'))
        return { kind: 'heading', path: target };
      throw badPatch('target of a heading is a list of texts', 'target: ["Plan", "Next"]');
    case 'block':
      if (typeof target === 'string') return { kind: 'block', id: target };
      break;
    case 'frontmatter':
      if (typeof target === 'string') return { kind: 'property', key: target };
      break;
    default:
      throw badPatch('targetType must be heading, block or frontmatter', 'targetType: "heading"');
  }
  throw badPatch('target is missing, or not a text', 'target: "status"');
}

/** As patch_note takes it. */
export function partArguments(part: PartTarget): JsonObject {
  if (part.kind === 'heading') return { heading: [...part.path] };
  return part.kind === 'block' ? { block: part.id } : { property: part.key };
}

/** Throws `bad_request` for JSON where only text can be. */
export function contentArguments(part: PartTarget, body: NoteBody): JsonObject {
  if (body === null) return {};
  if ('text' in body) return { content: body.text };
  if (part.kind === 'heading') throw badPatch('below a heading is text, not JSON', 'Content-Type: text/markdown');
  return { value: body.value };
}

/** The heading itself is renamed by writing it anew with all below. */
function scopeArguments(scope: string): JsonObject {
  if (scope === 'content') return {};
  if (scope === 'markerAndContent') return { whole: true };
  throw badPatch(`the scope ${scope.slice(0, 60)} is not served`, 'content, or markerAndContent');
}

const textIn = (given: JsonObject, key: string): string | null => {
  const value: Json = given[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw badPatch(`${key} is not a text`, HEADERS);
};

const HEADERS =
  'send {"targetType", "target", "operation", "content"} as JSON, or a text with the headers Operation, Target-Type and Target';

const badPatch = (message: string, hint: string): NotedbError => new NotedbError('bad_request', message, { hint });
