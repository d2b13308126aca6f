/** The form that adds items to, or removes them from, the lists of several rows. docs/app/editing.md#lists-of-several-rows */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { Button } from '../../components/form/button';
import { Effects, Refusal, warningEffects } from '../../components/form/refusal';
import { ServerAway } from '../../components/form/server-away';
import { ListEditor } from '../../components/editors/list-editor';
import { type Suggest, existingOnly } from '../../components/editors/suggestions';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { GridEditing, OpenField } from '../../components/grid-editing';
import type { NextCell } from '../../components/grid/input/grid-keys';
import { Popover } from '../../components/overlay/popover';
import { readText } from '../../components/text/field-text';
import type { ProblemText } from '../../components/text/problem-text';
import type { OperationsClient } from '../../client/operations-client';
import { countedRows } from '../describe-write';
import { dryRun, useDryRun } from '../forms/dry-run';
import {
  type ListChange,
  type ListRefusal,
  type ListVerb,
  heldColumn,
  listChangeLabel,
  listChangeTitle,
  listEffect,
  listRefusal,
  runListChange,
  suggestHeld,
} from './change-lists';

/** The rows of a selection, and the column to change. */
export interface AskedListChange {
  readonly verb: ListVerb;
  readonly column: GridColumn;
  readonly rows: readonly GridRow[];
  readonly anchor: () => HTMLElement | null;
}

export interface ListChangeFormProps extends AskedListChange {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  readonly suggest: GridEditing['suggest'];
  /** Resolves to the reason of a refusal. */
  readonly write: (change: ListChange) => Promise<ProblemText | null>;
  readonly close: () => void;
}

export function ListChangeForm(props: ListChangeFormProps): JSX.Element {
  const { verb, column, rows, anchor, close } = props;
  const form = useListChange(props);
  const { change, refusal, isReady } = form;
  const foot = useRef<HTMLElement>(null);
  /** Tab leaves the field for the buttons, which it can't know. */
  const leave = (_: string, next: NextCell | null): void => {
    if (next === 'left' || next === 'right') {
      const buttons = [...(foot.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
      (next === 'right' ? buttons[0] : buttons.at(-1))?.focus();
    } else if (next !== null && isReady) form.submit();
  };
  return (
    <Popover label={listChangeTitle(verb, column, rows.length)} place="below" {...{ anchor, close }}>
      <div class="ndb-popover-main ndb-tool-fields ndb-stack ndb-list-change">
        <ListEditor
          key={form.opened.key}
          field={form.field}
          suggest={form.suggest}
          step={() => null}
          watch={() => () => undefined}
          changed={form.setText}
          create={() => undefined}
          commit={leave}
          cancel={close}
        />
        {form.tried !== null && refusal === null && (
          <Effects
            effects={[['check', listEffect(change, form.tried.changed)], ...warningEffects(form.tried.warnings)]}
          />
        )}
        <Refused {...{ refusal, form }} />
        <ServerAway />
      </div>
      <footer class="ndb-popover-foot" ref={foot}>
        <Button onClick={close}>Cancel</Button>
        <span class="ndb-fill" />
        <Button look="main" isOff={!isReady} onClick={form.submit}>
          {listChangeLabel(verb, column.label)}
        </Button>
      </footer>
    </Popover>
  );
}

interface RefusedProps {
  readonly refusal: ListRefusal | null;
  readonly form: ListChangeState;
}

/** The reason of a refusal, with near values, and the way around the rows that refuse. */
function Refused({ refusal, form }: RefusedProps): JSX.Element | null {
  if (refusal === null) return null;
  const { problem, paths } = refusal;
  const near = problem.near ?? [];
  return (
    <>
      <Refusal {...{ problem }} hasHint={near.length === 0} />
      {near.length > 0 && (
        <p class="ndb-form-remark">
          {near.map((text) => (
            <Button look="near" key={text} onClick={() => form.correct(text)}>
              Use {text}
            </Button>
          ))}
        </p>
      )}
      {paths.size > 0 && paths.size < form.change.rows.length && (
        <Button look="link" onClick={() => form.leaveOut(paths)}>
          Leave out {countedRows(paths.size)}
        </Button>
      )}
    </>
  );
}

interface ListChangeState {
  readonly change: ListChange;
  readonly field: OpenField;
  /** Another key: the field opens anew with another text. */
  readonly opened: { readonly key: number; readonly text: string };
  readonly setText: (text: string) => void;
  readonly suggest: Suggest;
  readonly tried: { readonly changed: number; readonly warnings: readonly string[] } | null;
  readonly refusal: ListRefusal | null;
  readonly isReady: boolean;
  readonly submit: () => void;
  /** Puts the value that was probably meant in place of the last one. */
  readonly correct: (near: string) => void;
  readonly leaveOut: (paths: ReadonlySet<string>) => void;
}

const NO_PATHS: ReadonlySet<string> = new Set();

function useListChange(props: ListChangeFormProps): ListChangeState {
  const { client, table, verb, rows, write, close } = props;
  const [text, setText] = useState('');
  const [opened, setOpened] = useState({ key: 0, text: '' });
  const [left, setLeft] = useState(NO_PATHS);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemText | null>(null);
  const { column, suggest } = useEditedColumn(props);
  const change: ListChange = {
    ...{ verb, column, items: itemsOf(readText(column, text)) },
    rows: left.size === 0 ? rows : rows.filter(({ path }) => !left.has(path)),
  };
  const tried = useDryRun(client, {
    key: change.items.length === 0 ? null : JSON.stringify([change.items, [...left]]),
    ask: () => dryRun(() => runListChange(client, table, change, true)),
    table,
  });
  const plan = tried?.kind === 'accepted' ? tried.plan : null;
  const refused = tried?.kind === 'refused' ? listRefusal(tried.problem, tried.refusal) : null;
  const isReady = !isBusy && plan !== null && plan.changed > 0;
  const submit = (): void => {
    setBusy(true);
    void write(change).then((problem) => {
      setBusy(false);
      setFailure(problem);
      if (problem === null) close();
    });
  };
  const [first] = rows;
  return {
    ...{ change, opened, suggest, isReady, submit, tried: plan },
    field: {
      ...{ row: first ?? NO_ROW, column, openedAs: column.name, before: undefined },
      ...{ text: opened.text, isTyped: false, problem: null },
    },
    setText: (next) => {
      setText(next);
      if (next !== text) setFailure(null);
    },
    refusal: failure === null ? refused : { problem: failure, paths: NO_PATHS },
    correct: (near) => setOpened({ key: opened.key + 1, text: [...text.split('\n').slice(0, -1), near].join('\n') }),
    leaveOut: (paths) => setLeft(new Set([...left, ...paths])),
  };
}

const NO_ROW: GridRow = { key: '', path: '', values: {} };

/** For a removal: what the rows have. Else what the lists may have. */
function useEditedColumn({ verb, column, rows, suggest }: ListChangeFormProps): {
  readonly column: GridColumn;
  readonly suggest: Suggest;
} {
  return useMemo(() => {
    if (verb === 'remove') {
      const held = (typed: string): ReturnType<NonNullable<Suggest>> =>
        Promise.resolve(suggestHeld(column, rows, typed));
      return { column: heldColumn(column, rows), suggest: held };
    }
    const [first] = rows;
    if (suggest === undefined || first === undefined) return { column, suggest: null };
    return { column, suggest: existingOnly((typed) => suggest(first, column, typed)) };
  }, []);
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
