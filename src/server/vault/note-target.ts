/** The file of a request, and the part of it that the address or the headers name. docs/http.md#parts */

import { NotedbError, type PartTarget } from '../../engine/index';
import { type ApiRequest, headerText, headerValues } from '../http-message';
import type { RoutePath } from '../routes';

export interface RequestTarget {
  /** Vault path; the engine judges it. D12 */
  readonly path: string;
  readonly isFolder: boolean;
  /** Null: the whole file. */
  readonly part: PartTarget | null;
  /** The address names the part: `#` in the content then counts from its heading. */
  readonly isInAddress: boolean;
}

const TYPES = ['heading', 'block', 'frontmatter'] as const;
type TargetType = (typeof TYPES)[number];

const isTargetType = (text: string | undefined): text is TargetType => TYPES.some((each) => each === text);

/** Throws `bad_request`. */
export function requestTarget(request: ApiRequest, route: RoutePath): RequestTarget {
  const { segments, isFolder } = route;
  const note = segments.findIndex((segment, at) => /\.md$/i.test(segment) && isTargetType(segments[at + 1]));
  const named = headerTarget(request);
  const [type, ...names] = note < 0 ? [] : segments.slice(note + 1);
  if (!isTargetType(type) || names.length === 0) {
    return { path: vaultPathOf(segments), isFolder, part: named, isInAddress: false };
  }
  if (named !== null)
    throw new NotedbError('bad_request', 'the address names a part of the note, and so do the headers', {
      hint: 'leave the headers Target… away',
    });
  return {
    path: vaultPathOf(segments.slice(0, note + 1)),
    isFolder: false,
    part: partOf(type, names),
    isInAddress: true,
  };
}

function vaultPathOf(segments: readonly string[]): string {
  for (const segment of segments) {
    if (segment.includes('/')) throw badPath('an encoded slash (%2f) is not a separator of folders');
    if (segment === '') throw badPath('the path has an empty segment');
  }
  return segments.join('/');
}

const badPath = (message: string): NotedbError =>
  new NotedbError('bad_request', message, { hint: 'GET /vault/Folder/Note.md, each name encoded by itself' });

/** Null: the headers name none. */
function headerTarget(request: ApiRequest): PartTarget | null {
  const type = header(request, 'Target-Type')?.toLowerCase();
  const target = header(request, 'Target');
  const delimiter = header(request, 'Target-Delimiter');
  if (type === undefined && target === undefined) {
    if (delimiter === undefined) return null;
    throw badTarget('the header Target-Delimiter goes with Target-Type and Target');
  }
  if (!isTargetType(type)) throw badTarget(`the header Target-Type must be ${TYPES.join(', ')}`);
  if (target === undefined || target === '') throw badTarget('the header Target is missing');
  return partOf(type, type === 'heading' ? target.split(delimiter || '::') : [target]);
}

/** Throws `bad_request`. */
function partOf(type: TargetType, names: readonly string[]): PartTarget {
  if (type === 'heading') return { kind: 'heading', path: names };
  const [name = '', ...others] = names;
  if (others.length > 0) throw badTarget(`a ${type} has one name, without a slash`);
  return type === 'block' ? { kind: 'block', id: name } : { kind: 'property', key: name };
}

const badTarget = (message: string): NotedbError =>
  new NotedbError('bad_request', message, { hint: 'Target-Type: heading, Target: Plan::Next' });

/** The value of a header, percent-decoded where it can be; undefined without it. Throws `bad_request` where it is there twice. */
export function header(request: ApiRequest, name: string): string | undefined {
  const [value, ...others] = headerValues(request, name.toLowerCase());
  if (others.length > 0) throw new NotedbError('bad_request', `the header ${name} may be there once`);
  if (value === undefined) return undefined;
  const text = headerText(value);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** False without it. Throws `bad_request` for another value than true or false. */
export function flagHeader(request: ApiRequest, name: string): boolean {
  const value = header(request, name)?.toLowerCase() ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw new NotedbError('bad_request', `the header ${name} must be true or false`);
}
