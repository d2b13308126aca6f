/** Filter: conditions in words, or as YAML. docs/views.md#the-toolbar */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { JsonObject } from '../../../engine/index';
import { newCondition } from '../../components/filter/condition-line';
import { FilterBuilder, type FilterCount, type FilterSide, SideSwitch } from '../../components/filter/filter-builder';
import { conditionCount, treeOf } from '../../components/filter/filter-tree';
import { describeProblem } from '../../client/describe-problem';
import type { ToolProps } from './tool-props';
import { suggestTargets, useFilterColumns } from './filter-columns';
import { ToolButton } from './tool-button';

export interface FilterToolProps extends ToolProps {
  /** The name of a column that a condition is begun with; null: none. */
  readonly begin: string | null;
}

export function FilterTool(props: FilterToolProps): JSX.Element {
  const { spec, isOpen, open } = props;
  const [side, show] = useState<FilterSide>('builder');
  const count = conditionCount(treeOf(spec.where));
  // A filter is reported when it is counted, also after the builder has closed: what changed meanwhile stays.
  const latest = useRef(props);
  latest.current = props;
  const narrow = (where: JsonObject | null): void => latest.current.change({ ...latest.current.spec, where });
  return (
    <ToolButton
      icon="filter"
      label="Filter"
      count={count}
      isOn={count > 0}
      {...{ isOpen, open }}
      tools={<SideSwitch {...{ side, show }} />}
    >
      <OpenFilter {...props} {...{ side, narrow }} />
    </ToolButton>
  );
}

interface OpenFilterProps extends FilterToolProps {
  readonly side: FilterSide;
  readonly narrow: (where: JsonObject | null) => void;
}

function OpenFilter(props: OpenFilterProps): JSX.Element {
  const { client, table, spec, narrow, columns, begin, side } = props;
  const total = useTotal(props);
  const tools = {
    columns: useFilterColumns(props),
    suggest: (...of: [Parameters<typeof suggestTargets>[1], string]) => suggestTargets(props, ...of),
  };
  const first = columns.find(({ name }) => name === begin);
  return (
    <FilterBuilder
      {...{ tools, total, side }}
      where={spec.where}
      begin={first === undefined ? null : newCondition(first)}
      change={narrow}
      count={(where) => countRows(client, table, where)}
      explain={describeProblem}
    >
      {spec.where !== null && (
        <Button look="quiet" onClick={() => (narrow(null), props.open(false))}>
          Show all rows
        </Button>
      )}
    </FilterBuilder>
  );
}

/** Of the table, whatever is looked at. */
function useTotal({ client, table }: ToolProps): number | null {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    let isLatest = true;
    countRows(client, table, null).then(
      ({ rows }) => isLatest && setTotal(rows),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [client, table]);
  return total;
}

export async function countRows(
  client: ToolProps['client'],
  table: string,
  where: JsonObject | null,
): Promise<FilterCount> {
  const args = { table, ...(where === null ? {} : { where }), limit: 0 };
  const { total, dangling_links = [] } = await client.run('select_rows', args);
  return { rows: total, dangling: dangling_links };
}
