/** The line above the rows of a block: says which rows they are, and on hover shows what can be done with them. docs/views.md#blocks */

import type { JSX } from 'preact';
import type { MenuItem } from '../../components/overlay/menu';
import { MenuButton } from '../../components/overlay/menu-button';
import type { AppServices } from '../../client/app-services';
import type { BlockQuery } from './block-query';
import type { BlockFacts } from './block-rows';
import { blockTextWith } from './block-text';
import { describeProblem } from '../../client/describe-problem';
import type { TableChoice } from '../../rows/table-choice';
import { LAYOUTS, LAYOUT_NAMES } from '../../layouts/layout-registry';
import { type ViewSpec, specOfView, storedView, withDisplay } from '../../rows/view-spec';

export interface BlockToolsProps {
  readonly query: BlockQuery;
  readonly facts: BlockFacts;
  readonly spec: ViewSpec;
  /** Whether the rows are looked at otherwise than the block says. */
  readonly isChanged: boolean;
  readonly count: string;
  readonly change: (spec: ViewSpec | null) => void;
  readonly openTable?: ((choice: TableChoice) => void) | undefined;
  readonly rewrite?: ((change: (text: string) => string) => Promise<void>) | undefined;
  readonly services: Pick<AppServices, 'notify'>;
}

export function BlockTools(props: BlockToolsProps): JSX.Element {
  const { facts, isChanged, count } = props;
  return (
    <div class="ndb-block-head ndb-line">
      <span class="ndb-block-title">{facts.title}</span>
      <span class="ndb-count ndb-small-text">{count}</span>
      {isChanged && <span class="ndb-changed ndb-small-text">Changed</span>}
      <span class="ndb-block-tool">
        <MenuButton
          label={`What to do with ${facts.title}`}
          menu={facts.title}
          icon="dots"
          items={itemsOf(props)}
          isMarked={isChanged}
        />
      </span>
    </div>
  );
}

function itemsOf(props: BlockToolsProps): readonly MenuItem[] {
  const { spec, isChanged, change, openTable, rewrite, services } = props;
  const layouts = LAYOUT_NAMES.map((layout): MenuItem => ({
    label: LAYOUTS[layout].label,
    icon: LAYOUTS[layout].icon,
    isChecked: spec.display.layout === layout,
    run: () => change(withDisplay(spec, { layout })),
  }));
  const opens = choiceOf(props);
  const more: MenuItem[] = [];
  if (isChanged) {
    more.push({ label: 'Put back', icon: 'undo', run: () => change(null) });
    if (rewrite !== undefined) {
      more.push({
        label: 'Write into the block',
        icon: 'note',
        run: () => {
          rewrite((text) => blockTextWith(text, spec)).catch((thrown: unknown) =>
            services.notify(`The block was not changed. ${describeProblem(thrown).message}`),
          );
        },
      });
    }
  }
  if (openTable !== undefined && opens !== null) {
    more.push({ label: 'Open as table', icon: 'open', run: () => openTable(opens) });
  }
  return [...layouts, ...more.map((item, index) => (index === 0 ? { ...item, startsGroup: true } : item))];
}

/** Null: the block does not show a table that could be opened. */
function choiceOf({ query, facts, spec }: BlockToolsProps): TableChoice | null {
  const { rowsOf, columns } = facts;
  if (Object.keys(query.more).length > 0) return null;
  if ((query.table.split('.').at(-1) ?? '').startsWith('vw_')) return { table: query.table };
  if (rowsOf === null) return null;
  const stored = storedView(rowsOf, spec, columns);
  return specOfView(stored) === null ? { table: rowsOf } : { table: rowsOf, spec };
}
