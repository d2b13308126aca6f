/** Rewrites and moves the rows of a table with a new name, new patterns or new fields. Source: docs/operations.md#alter_table; D6, D16, D17, D18. */

import type { TableDefinition } from '../../catalog/definition';
import { filenamePattern, partitionPattern } from '../../catalog/row-patterns';
import { folderOf, joinPath, noteNameOf } from '../../note/paths';
import { RAW_EMPTY, type RawValue, rawString, rawList } from '../../yaml/raw-value';
import { setFrontMatter } from '../../yaml/front-matter/splice-front-matter';
import type { NotePath } from '../../ports/vault-port';
import { listSources, obsidianItems } from '../../note/obsidian-lists';
import { TABLE_KEY } from '../../storage/row';
import type { RowCodec } from '../../storage/row-codec';
import { entryOf, setRowValues } from '../list-keys';
import { encodeJson } from '../../values/encode';
import type { PlacedContext, RedefinedContext, WriteContext } from '../../contexts';
import { orRefuse } from '../refusals';
import { type OpenRow, openRow } from '../row-edit';
import { type WantedPlace, freePath, unplaceableViolation, wantedPlace } from '../row-path';
import { type FrontMatterEntry, parseFrontMatter } from '../../yaml/front-matter/front-matter';

export interface TableAlteration {
  readonly before: TableDefinition;
  readonly after: TableDefinition;
}

interface AlteredRow {
  readonly open: OpenRow;
  readonly text: string;
  readonly wanted: WantedPlace;
}

/** Whether anything in the rows' notes or about their places depends on what changes. */
export function concernsRows({ before, after }: TableAlteration): boolean {
  const isSame =
    before.qualified === after.qualified &&
    filenamePattern(before) === filenamePattern(after) &&
    partitionPattern(before) === partitionPattern(after);
  return !isSame || fieldsTaken(before, after).length + fieldsTaken(after, before).length > 0;
}

/** The fields of the first that the second has not. */
const fieldsTaken = ({ fields }: TableDefinition, other: TableDefinition): readonly string[] =>
  Object.keys(fields).filter((name) => !Object.hasOwn(other.fields, name));

export class AlteredRows {
  private readonly rows: AlteredRow[] = [];
  /** Rows that have not left their place yet. */
  private readonly waiting = new Set<NotePath>();

  constructor(
    private readonly context: WriteContext,
    private readonly alteration: TableAlteration,
  ) {}

  /** Reads the row by the former definition; in the order of the paths. The gate has the refusal of a row. */
  async open(path: NotePath): Promise<void> {
    const { transaction, zone } = this.context;
    const { before, after } = this.alteration;
    const row = await orRefuse(transaction, async () => {
      const open = await openRow(this.context, before, path);
      return { open, text: setFrontMatter(open.text, this.changesOf(open)) };
    });
    if (row === null) return;
    const { open } = row;
    const wanted = wantedPlace(
      transaction.catalog,
      { table: before, row: open.row },
      { table: after, row: open.row },
      zone,
    );
    if ('missing' in wanted) return transaction.violate(unplaceableViolation(path, wanted.missing));
    this.rows.push({ ...row, wanted });
    if (!isPlaced(path, wanted)) this.waiting.add(path);
  }

  /** The keys of a row that the alteration writes or takes away. */
  private changesOf({ frontMatter }: OpenRow): ReadonlyMap<string, RawValue | null> {
    const { before, after } = this.alteration;
    const present = new Set(frontMatter.entries.map(({ key }) => key));
    const changes = new Map<string, RawValue | null>();
    if (before.qualified !== after.qualified) changes.set(TABLE_KEY, rawString(after.qualified));
    for (const name of fieldsTaken(before, after)) changes.set(name, null);
    for (const name of fieldsTaken(after, before)) {
      if (!present.has(name)) changes.set(name, encodeJson(after.fields[name] ?? null));
    }
    return changes;
  }

  /** A row whose place another one has yet to leave waits for it; in a circle the first one gets a number. */
  async stage(context: RedefinedContext): Promise<PlacedContext> {
    const pass = async (rows: readonly AlteredRow[], waits: boolean): Promise<AlteredRow[]> => {
      const left: AlteredRow[] = [];
      for (const row of rows) {
        if (waits && this.isHeld(row)) left.push(row);
        else this.put(row);
        await context.host.scheduler.pause();
      }
      return left.reverse();
    };
    const held = await pass(await pass(this.rows, true), true);
    await pass(held, false);
    return { ...context, isPlaced: true };
  }

  private isHeld({ open, wanted: { folder, name } }: AlteredRow): boolean {
    const holder = this.context.transaction.takenBy(joinPath(folder, `${name}.md`));
    return holder !== null && holder !== open.path && this.waiting.has(holder);
  }

  private put({ open, text, wanted }: AlteredRow): void {
    const { transaction } = this.context;
    const { path } = open;
    const { before } = this.alteration;
    const to = isPlaced(path, wanted) ? path : freePath(transaction, wanted.folder, wanted.name, path);
    const isRenamed = noteNameOf(to) !== noteNameOf(path);
    const after = isRenamed ? withAlias(transaction.codec(before), text, noteNameOf(path)) : text;
    // No value changes: nothing in these rows is held against the call.
    transaction.put({ from: path, to, before: open.text, after, follows: true });
    this.waiting.delete(path);
  }
}

const isPlaced = (path: NotePath, { folder, name }: WantedPlace): boolean =>
  folder === folderOf(path) && name === noteNameOf(path);

const ALIASES = 'aliases';

/** The text with the old name of a renamed note among its aliases (D17); unchanged when it is there already, or when the table keeps something else under that key. */
function withAlias(codec: RowCodec, text: string, name: string): string {
  const spec = codec.definition.columns.find((column) => column.name === ALIASES);
  const isList = spec === undefined || (spec.type === 'list' && (spec.items?.type ?? 'string') === 'string');
  const { entries } = parseFrontMatter(text);
  const raw = entryOf(codec, entries, ALIASES)?.raw ?? RAW_EMPTY;
  const isOwn = codec.listOf(ALIASES) !== null;
  const items = isOwn ? aliasItems(codec, entries, raw) : itemsOfColumn(raw);
  const isThere = items?.some((item) => item.kind === 'scalar' && item.text === name) === true;
  if (!isList || items === null || isThere) return text;
  return setRowValues(codec, text, new Map([[ALIASES, rawList([...items, rawString(name)])]]));
}

/** As they are written, where one list holds them. */
function aliasItems(codec: RowCodec, entries: readonly FrontMatterEntry[], raw: RawValue): readonly RawValue[] {
  const sources = listSources(entries, (key) => codec.listOf(key) === ALIASES);
  const aliases = obsidianItems(ALIASES, sources);
  return raw.kind === 'list' && raw.items.length === aliases.length ? raw.items : aliases.map(rawString);
}

/** Null for a value that no item can join. */
function itemsOfColumn(raw: RawValue): readonly RawValue[] | null {
  if (raw.kind === 'json') return null;
  return raw.kind === 'list' ? raw.items : raw.kind === 'scalar' ? [raw] : [];
}
