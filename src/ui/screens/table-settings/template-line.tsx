/** A template of new rows: its note, the values of the rows that it is for, its place among the others. docs/tables.md#new-rows */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../engine/index';
import { IconButton } from '../../components/form/button';
import { Field, TextInput } from '../../components/form/field';
import { Refusal } from '../../components/form/refusal';
import type { ProblemText } from '../../components/text/problem-text';
import type { FilterTools } from '../../components/filter/condition-line';
import { treeOf, whereOf } from '../../components/filter/filter-tree';
import { AddButtons, GroupLines } from '../../components/filter/group-lines';
import { useElementId } from '../../components/use-element-id';
import { suggestNames } from '../../client/quick-find';
import type { OperationsClient } from '../../client/operations-client';

export interface TemplateDraft {
  /** The same wherever it is moved. */
  readonly key: number;
  readonly path: string;
  /** Null: of any row. */
  readonly where: JsonObject | null;
}

interface TemplateLineProps {
  readonly client: OperationsClient;
  readonly template: TemplateDraft;
  readonly at: number;
  readonly count: number;
  readonly tools: FilterTools;
  /** What refuses this one. */
  readonly problem: ProblemText | null;
  /** One before it is of any row. */
  readonly isUnused: boolean;
  readonly set: (template: TemplateDraft) => void;
  readonly move: (by: number) => void;
  readonly remove: () => void;
}

export function TemplateLine(props: TemplateLineProps): JSX.Element {
  const { client, template, at, count, tools, problem, isUnused, set, move, remove } = props;
  const [tree, setTree] = useState(() => treeOf(template.where));
  const list = useElementId();
  const paths = useNotePaths(client, template.path);
  const filter = {
    ...{ tree, tools, group: tree },
    change: (next: typeof tree) => {
      setTree(next);
      set({ ...template, where: whereOf(next) });
    },
  };
  const name = `Template ${at + 1}`;
  return (
    <li class="ndb-template ndb-surface">
      <div class="ndb-line">
        <Field label={name}>
          <TextInput
            value={template.path}
            set={(path) => set({ ...template, path })}
            placeholder="Templates/Meeting.md"
            spellcheck={false}
            suggestions={list}
            isInvalid={problem !== null}
          />
        </Field>
        <datalist id={list}>
          {paths.map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
        <IconButton icon="arrow-up" label={`Move ${name} up`} isOff={at === 0} onClick={() => move(-1)} />
        <IconButton icon="arrow-down" label={`Move ${name} down`} isOff={at === count - 1} onClick={() => move(1)} />
        <IconButton icon="trash" label={`Remove ${name}`} onClick={remove} />
      </div>
      <Refusal {...{ problem }} hasHint />
      <div class="ndb-template-filter" role="group" aria-label={`Rows of ${name}`}>
        {tree.parts.length === 0 && (
          <p class="ndb-form-remark">For every new row. A condition makes it a template of some.</p>
        )}
        <GroupLines {...filter} />
        <AddButtons {...filter} />
      </div>
      {isUnused && <p class="ndb-form-remark">Never used: a template above it is for every row.</p>}
    </li>
  );
}

/** Notes whose names hold the typed text. */
function useNotePaths(client: OperationsClient, typed: string): readonly string[] {
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOld = false;
    const query = (typed.split('/').at(-1) ?? '').replace(/\.md$/, '');
    const timer = window.setTimeout(() => {
      const found = query.trim() === '' ? Promise.resolve([]) : suggestNames(client, query);
      void found.then(
        (items) => isOld || setPaths(items.flatMap(({ opens }) => ('note' in opens ? [opens.note] : []))),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [client, typed]);
  return paths;
}

const PAUSE_MS = 150;
