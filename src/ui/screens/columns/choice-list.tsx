/** The choices of a column: their order, names and meanings. docs/app/columns.md */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { freeColor } from '../../../kernel/choice-colors';
import { isComposing } from '../../components/composing';
import { IconButton } from '../../components/form/button';
import { TextInput } from '../../components/form/field';
import { ColorChoice } from './color-choice';
import type { ChoiceDraft } from './column-draft';

export interface ChoiceListProps {
  readonly choices: readonly ChoiceDraft[];
  /** How many rows have each of them now, by its present name; null: they are not counted. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly change: (choices: readonly ChoiceDraft[]) => void;
}

export function ChoiceList({ choices, counts, change }: ChoiceListProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const value = typed.trim();
    setTyped('');
    if (value === '') return;
    const numbers = choices.map(({ id }) => Number(/^new(\d+)$/.exec(id)?.[1] ?? 0));
    const taken = choices.map(({ color }) => color);
    const id = `new${Math.max(0, ...numbers) + 1}`;
    change([...choices, { id, from: null, value, meaning: '', color: freeColor(taken, choices.length) }]);
  };
  const move = (at: number, by: 1 | -1): void => {
    const moved = [...choices];
    const [choice] = moved.splice(at, 1);
    if (choice === undefined || at + by < 0 || at + by > moved.length) return;
    moved.splice(at + by, 0, choice);
    change(moved);
    focusChoice(list.current, at + by);
  };
  return (
    <div class="ndb-choices" role="group" aria-label="Choices">
      <ul class="ndb-plain-list" ref={list}>
        {choices.map((choice, at) => (
          <ChoiceItem
            key={choice.id}
            {...{ choice, at, move }}
            count={counts === null ? '' : choice.from === null ? 'new' : String(counts.get(choice.from) ?? 0)}
            isLast={at === choices.length - 1}
            replace={(next) => change(choices.map((each) => (each === choice ? next : each)))}
            remove={() => change(choices.filter((each) => each !== choice))}
          />
        ))}
      </ul>
      <TextInput
        class="ndb-choice-new"
        aria-label="New choice"
        placeholder="Add a choice"
        value={typed}
        set={setTyped}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          add();
        }}
      />
    </div>
  );
}

/** A choice that was moved by the keyboard keeps the focus, so that it can be moved on. */
function focusChoice(list: HTMLUListElement | null, at: number): void {
  window.requestAnimationFrame(() => list?.children[at]?.querySelector<HTMLElement>('.ndb-choice-name')?.focus());
}

interface ChoiceItemProps {
  readonly choice: ChoiceDraft;
  readonly at: number;
  readonly isLast: boolean;
  readonly count: string;
  readonly replace: (choice: ChoiceDraft) => void;
  readonly remove: () => void;
  readonly move: (at: number, by: 1 | -1) => void;
}

function ChoiceItem({ choice, at, isLast, count, replace, remove, move }: ChoiceItemProps): JSX.Element {
  const { from, value, meaning, color } = choice;
  const name = value === '' ? 'this choice' : value;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li class="ndb-choice" onKeyDown={onKeyDown}>
      <ColorChoice {...{ name }} color={color} set={(next) => replace({ ...choice, color: next })} />
      <TextInput
        class="ndb-choice-name"
        aria-label={`Name of ${from ?? name}`}
        title="Alt and an arrow moves it"
        value={value}
        set={(next) => replace({ ...choice, value: next })}
      />
      <TextInput
        aria-label={`Meaning of ${name}`}
        placeholder="What it means"
        value={meaning}
        set={(next) => replace({ ...choice, meaning: next })}
      />
      <span class="ndb-choice-count ndb-small-text">{count}</span>
      <span class="ndb-choice-tools">
        <IconButton icon="arrow-up" label={`Move ${name} up`} isOff={at === 0} onClick={() => move(at, -1)} />
        <IconButton icon="arrow-down" label={`Move ${name} down`} isOff={isLast} onClick={() => move(at, 1)} />
        <IconButton icon="close" label={`Remove ${name}`} onClick={remove} />
      </span>
      {from !== null && from !== value.trim() && value.trim() !== '' && (
        <span class="ndb-choice-from ndb-small-text">
          {from} becomes {value.trim()}
        </span>
      )}
    </li>
  );
}
