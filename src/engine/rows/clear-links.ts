/** Removes links to deleted notes from front matter: on_referenced set_null. Source: docs/operations.md#delete_rows; D6, D17. Links in texts follow an archived note; to a deleted one they break. */

import { NotedbError, type Violation } from '../errors';
import { isBracketedLink, parseLinkValue, scanLinks } from '../note/links/link-syntax';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { type RawValue, RAW_EMPTY, rawList } from '../yaml/raw-value';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import type { NotePath } from '../ports/vault-port';
import type { LinkView } from '../storage/view';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { setRowKeys } from './list-keys';
import { type Json, isJsonObject, jsonEqual, isList } from '../json';
import type { WriteContext } from '../contexts';

export async function clearLinks(
  context: WriteContext,
  gone: ReadonlySet<NotePath>,
  sources: ReadonlySet<NotePath>,
  isDelete: boolean,
): Promise<void> {
  const { transaction, host } = context;
  const refused: Violation[] = [];
  for (const source of sources) {
    const text = await transaction.read(source);
    if (text === null) continue;
    const after = withoutLinks(context, source, text, gone, refused);
    if (after !== text) transaction.put({ from: source, to: source, before: text, after });
    if (isDelete) warnAboutLeft(context, source, after, gone);
    await host.scheduler.pause();
  }
  if (refused.length === 0) return;
  throw new NotedbError(
    'refused',
    `${refused.length} required ${refused.length === 1 ? 'link' : 'links'} would be empty`,
    {
      violations: refused,
      hint: 'point these rows elsewhere first',
    },
  );
}

function withoutLinks(
  { transaction }: WriteContext,
  source: NotePath,
  text: string,
  gone: ReadonlySet<NotePath>,
  refused: Violation[],
): string {
  const table = transaction.rowAt(source)?.table;
  const codec = table === undefined ? null : transaction.codec(table);
  const frontMatter = parseFrontMatter(text);
  const isGone = goneTest(transaction.before.links, source, gone);
  const changes = new Map<string, RawValue | null>();
  for (const { key, raw } of codec?.entriesOf(text, frontMatter) ?? frontMatter.entries) {
    const rest = withoutGoneLinks(raw, isGone);
    if (rest === raw) continue;
    const spec = table?.columns.find((column) => noteKeyOf(column) === key);
    const isEmptied = rest.kind === 'empty' || (rest.kind === 'list' && rest.items.length === 0);
    if (isEmptied && spec?.required === true) refused.push(requiredLink(source, spec));
    const emptied = spec === undefined ? rest : spec.dense === true ? RAW_EMPTY : null;
    changes.set(key, isEmptied ? emptied : rest);
  }
  if (changes.size === 0) return text;
  return codec === null ? setFrontMatter(text, changes) : setRowKeys(codec, text, changes);
}

const requiredLink = (path: NotePath, { name }: ColumnSpec): Violation => ({
  path,
  column: name,
  code: 'required',
  message: `${path}: ${name} is required and links to a row that would go`,
  value: null,
});

const goneTest =
  (links: LinkView, source: NotePath, gone: ReadonlySet<NotePath>) =>
  (text: string): boolean => {
    const linkpath = isBracketedLink(text) ? parseLinkValue(text)?.linkpath : undefined;
    const target = linkpath === undefined ? null : links.resolve(linkpath, source);
    return target !== null && gone.has(target);
  };

/** The same value when nothing in it links there. */
function withoutGoneLinks(raw: RawValue, isGone: (text: string) => boolean): RawValue {
  switch (raw.kind) {
    case 'empty':
      return raw;
    case 'scalar':
      return isGone(raw.text) ? RAW_EMPTY : raw;
    case 'list': {
      const items = raw.items
        .filter((item) => item.kind !== 'scalar' || !isGone(item.text))
        .map((item) => withoutGoneLinks(item, isGone));
      const isSame = items.length === raw.items.length && items.every((item, i) => item === raw.items[i]);
      return isSame ? raw : rawList(items);
    }
    case 'json': {
      const value = jsonWithoutGoneLinks(raw.value, isGone);
      return jsonEqual(value, raw.value) ? raw : { kind: 'json', value };
    }
  }
}

/** Within a mapping a link leaves its key empty, as it does in the front matter. */
function jsonWithoutGoneLinks(value: Json, isGone: (text: string) => boolean): Json {
  if (typeof value === 'string') return isGone(value) ? null : value;
  if (isList(value)) {
    const items = value.filter((item) => typeof item !== 'string' || !isGone(item));
    return items.map((item) => jsonWithoutGoneLinks(item, isGone));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonWithoutGoneLinks(each, isGone)]));
}

/** Links in the body, and those within a longer text of the front matter. */
function warnAboutLeft(
  { transaction }: WriteContext,
  source: NotePath,
  text: string,
  gone: ReadonlySet<NotePath>,
): void {
  const { links } = transaction.before;
  const left = scanLinks(text).filter(({ linkpath }) => {
    const target = linkpath === '' ? null : links.resolve(linkpath, source);
    return target !== null && gone.has(target);
  });
  if (left.length > 0)
    transaction.warnings.push(`${source}: ${left.length} link(s) in the text stay and will be broken`);
}
