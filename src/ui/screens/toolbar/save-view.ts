/** Saves how rows are looked at as a view, and takes views away. docs/views.md#saved-views-as-tables */

import type { JsonObject, Operations } from '../../../engine/index';
import type { GridColumn } from '../../components/grid-column';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem, refusalOf } from '../../client/describe-problem';
import type { Notice } from '../frame/notice';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { suggestName } from '../../../kernel/names';
import { type ViewSpec, storedView, withDisplay } from '../../rows/view-spec';

export interface ViewPlace {
  readonly client: OperationsClient;
  /** Qualified, of the table that the view reads. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
}

/** The longest part of a name behind its prefix. docs/metastore.md#names */
const MOST_LETTERS = 60;

/** `Fällig bald` is `vw_fallig_bald`. What has no Latin letter keeps its words as a title alone. */
export function viewName(label: string): string {
  const name = suggestName(label, MOST_LETTERS);
  return `vw_${name === '' ? 'view' : name}`;
}

/** As the list at the side shows the name of a view. */
const labelOfName = (name: string): string => humanName(name.replace(/^vw_/, ''));

export type Saved =
  | { readonly kind: 'saved'; readonly view: string; readonly migrationId: string | null }
  | { readonly kind: 'problem'; readonly problem: ProblemText };

/** A view of that label beside its table. Another one of the name is not touched. */
export async function saveNewView(place: ViewPlace, label: string): Promise<Saved> {
  const text = label.trim();
  if (text === '') return { kind: 'problem', problem: { message: 'A view needs a name.', hint: null } };
  const { client, table, columns, spec } = place;
  const wanted = viewName(text);
  const titled = withTitle(spec, labelOfName(wanted) === text ? null : text);
  const [catalog = '', schema = ''] = table.split('.');
  try {
    const name = wanted === 'vw_view' ? await freeName(client, wanted) : wanted;
    const args = { name, catalog, schema, ...storedView(table, titled, columns) };
    const result = await client.run('create_view', args);
    return { kind: 'saved', view: result.table ?? `${catalog}.${schema}.${name}`, migrationId: result.migrationId };
  } catch (thrown) {
    const isTaken = refusalOf(thrown)?.violations.some(({ code }) => code === 'exists') === true;
    if (!isTaken) return { kind: 'problem', problem: describeProblem(thrown) };
    const message = `There is a view called "${labelOfName(wanted)}" already.`;
    return { kind: 'problem', problem: { message, hint: 'Take another name.' } };
  }
}

/** A view keeps the words of its person where its name can't. */
function withTitle(spec: ViewSpec, title: string | null): ViewSpec {
  const { title: _, ...more } = spec.display.more;
  return withDisplay(spec, { more: title === null ? more : { ...more, title } });
}

async function freeName(client: OperationsClient, wanted: string): Promise<string> {
  const { views } = await client.run('list_tables', {});
  const taken = new Set(views.map(({ name }) => name));
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

/** What the view says beside its rows and its look stays as it is. */
export async function saveOverView(place: ViewPlace, view: string): Promise<Saved> {
  const { client, table, columns, spec } = place;
  try {
    const described = await client.run('describe_table', { table: view });
    const stored = storedView(table, spec, columns);
    const [catalog = '', schema = '', name = ''] = view.split('.');
    const { migrationId } = await client.run('create_view', {
      ...keptLabels(described, stored.query),
      ...stored,
      name,
      catalog,
      schema,
      replace: true,
    });
    return { kind: 'saved', view, migrationId };
  } catch (thrown) {
    return { kind: 'problem', problem: describeProblem(thrown) };
  }
}

type Described = Operations['describe_table']['result'];

/** Headings of columns that the view does not show any more go; everything else stays by itself. */
function keptLabels(described: Described, { columns }: JsonObject): JsonObject {
  if (!('labels' in described)) return {};
  const shown = Array.isArray(columns) ? (columns as readonly string[]) : described.columns.map(({ name }) => name);
  const kept = Object.entries(described.labels).filter(([column]) => column === 'path' || shown.includes(column));
  return { labels: Object.fromEntries(kept) };
}

/** What the foot of the browser says of it; its rows are not touched. */
export async function deleteView(client: OperationsClient, view: string, label: string): Promise<Notice> {
  try {
    const { migrationId } = await client.run('drop_view', { view });
    return { text: `You deleted the view ${label}. Its rows stay.`, migrationId, isProblem: false };
  } catch (thrown) {
    return problemNotice(describeProblem(thrown));
  }
}

export const problemNotice = ({ message, hint }: ProblemText): Notice => ({
  text: [message, hint].filter((part) => part !== null).join(' '),
  migrationId: null,
  isProblem: true,
});
