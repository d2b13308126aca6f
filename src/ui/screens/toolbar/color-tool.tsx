/** Colors by rule, in the tool *View*: each rule has a color, its place and a filter. docs/views.md#colors-by-rule */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CHOICE_COLORS, freeColor } from '../../../kernel/choice-colors';
import { describeProblem } from '../../client/describe-problem';
import { conditionCount, treeOf } from '../../components/filter/filter-tree';
import { FilterBuilder } from '../../components/filter/filter-builder';
import { Button, IconButton } from '../../components/form/button';
import { Select } from '../../components/form/field';
import type { ColorRule } from '../../rows/color-rules';
import { withDisplay } from '../../rows/view-spec';
import { ColorChoice } from '../columns/color-choice';
import { suggestTargets, useFilterColumns } from './filter-columns';
import { countRows } from './filter-tool';
import type { ToolProps } from './tool-props';

/** The rule whose filter is open; one behind the last is new. */
export type OpenRule = number | null;

export interface ColorRulesProps extends ToolProps {
  readonly openRule: (rule: OpenRule) => void;
}

/** The rules of the view, the first one on top: it counts before the others. */
export function ColorRules({ spec, columns, change, openRule }: ColorRulesProps): JSX.Element {
  const { colors } = spec.display;
  const set = (next: readonly ColorRule[]): void => change(withDisplay(spec, { colors: next }));
  const places = [['', 'the row'] as const, ...columns.map(({ name, label }) => [name, label] as const)];
  return (
    <div class="ndb-color-rules ndb-stack" role="group" aria-label="Colors">
      {colors.map((rule, at) => {
        const put = (part: Partial<ColorRule>): void =>
          set(colors.map((each) => (each === rule ? { ...each, ...part } : each)));
        const count = conditionCount(treeOf(rule.where));
        return (
          <div class="ndb-color-rule ndb-line" key={at}>
            <ColorChoice name={`rule ${at + 1}`} color={rule.color} set={(color) => put({ color })} />
            <Select
              aria-label={`Place of rule ${at + 1}`}
              value={rule.column ?? ''}
              options={places}
              set={(name) => put({ column: name === '' ? null : name })}
            />
            <Button look="quiet" icon="filter" onClick={() => openRule(at)}>
              {count === 1 ? '1 condition' : `${count} conditions`}
            </Button>
            {at > 0 && (
              <IconButton
                icon="arrow-up"
                label={`Move rule ${at + 1} up`}
                onClick={() =>
                  set([...colors.slice(0, at - 1), rule, ...colors.slice(at - 1, at), ...colors.slice(at + 1)])
                }
              />
            )}
            <IconButton
              icon="close"
              label={`Remove rule ${at + 1}`}
              onClick={() => set(colors.filter((each) => each !== rule))}
            />
          </div>
        );
      })}
      <Button look="quiet" icon="plus" onClick={() => openRule(colors.length)}>
        Color rows by a rule
      </Button>
    </div>
  );
}

/** The filter of one rule. A new rule begins with its first condition. */
export function ColorRuleFilter(props: ColorRulesProps & { readonly rule: number }): JSX.Element {
  const { client, table, spec, change, openRule, rule: at } = props;
  const { colors } = spec.display;
  const [isYaml, setYaml] = useState(false);
  const tools = {
    columns: useFilterColumns(props),
    suggest: (...of: [Parameters<typeof suggestTargets>[1], string]) => suggestTargets(props, ...of),
  };
  const color = freeColor(
    colors.map((each) => each.color),
    CHOICE_COLORS.length - 1,
  );
  const rule: ColorRule = colors[at] ?? { where: {}, color, column: null };
  return (
    <FilterBuilder
      {...{ tools }}
      where={colors[at]?.where ?? null}
      begin={null}
      empty="A condition says which rows have the color."
      total={null}
      side={isYaml ? 'yaml' : 'builder'}
      change={(where) => {
        if (where === null && colors[at] === undefined) return;
        const next = { ...rule, where: where ?? {} };
        change(withDisplay(spec, { colors: [...colors.slice(0, at), next, ...colors.slice(at + 1)] }));
      }}
      count={(where) => countRows(client, table, where)}
      explain={describeProblem}
    >
      <Button look="quiet" icon="braces" aria-pressed={isYaml} onClick={() => setYaml(!isYaml)}>
        YAML
      </Button>
      <Button look="quiet" icon="chevron-left" onClick={() => openRule(null)}>
        Back
      </Button>
    </FilterBuilder>
  );
}
