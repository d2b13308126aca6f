/** What becomes of each note: its properties before and after. */

import { Segments } from '../../components/form/segments';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../components/icon';
import { useLiveQuery } from '../../client/live-query';
import { noteName, notePartsOf } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { type ChangedLine, frontMatterChanges } from './note-after';
import type { KeyChanges } from './table-design';

export interface NotePreviewProps {
  readonly client: OperationsClient;
  readonly paths: readonly string[];
  readonly changes: KeyChanges;
  /** As it will be called, qualified. */
  readonly table: string;
}

type Side = 'changes' | 'before' | 'after';
const SIDES: Readonly<Record<Side, string>> = { changes: 'Changes', before: 'Before', after: 'After' };
const BODY_LETTERS = 400;

export function NotePreview({ client, paths, changes, table }: NotePreviewProps): JSX.Element {
  const [side, setSide] = useState<Side>('changes');
  const [index, setIndex] = useState(0);
  const path = paths[Math.min(index, paths.length - 1)] ?? '';
  const { answer } = useLiveQuery(client, JSON.stringify(['note', path]), {
    ask: (operations) => operations.run('read_note', { path }),
    isTouched: () => false,
  });
  const content = answer.kind === 'answer' && answer.value.path === path ? answer.value.content : null;
  const parts = notePartsOf(content ?? '');
  const lines = frontMatterChanges(parts.frontMatter, changes, table).filter(({ kind }) => isOn(side, kind));
  return (
    <section class="ndb-preview" aria-label="What happens to the notes">
      <header class="ndb-preview-head">
        <h3>What happens to the notes</h3>
        <Segments
          label="Side"
          chosen={side}
          options={Object.entries(SIDES) as (readonly [Side, string])[]}
          choose={setSide}
        />
      </header>
      <div class="ndb-preview-note">
        <Step icon="chevron-left" label="Earlier note" isOff={index === 0} go={() => setIndex(index - 1)} />
        <span class="ndb-preview-name">{noteName(path)}</span>
        <Step icon="chevron-right" label="Next note" isOff={index >= paths.length - 1} go={() => setIndex(index + 1)} />
        <span class="ndb-preview-count">
          {Math.min(index + 1, paths.length)} of {paths.length}
        </span>
      </div>
      <pre class="ndb-diff" tabIndex={0} aria-label={`${SIDES[side]} of ${noteName(path)}`}>
        {content !== null && (
          <>
            {lines.map((line, at) => (
              <DiffLine key={at} line={side === 'changes' ? line : { ...line, kind: 'same' }} />
            ))}
            <span class="ndb-diff-body">{shortened(parts.body)}</span>
          </>
        )}
        {answer.kind === 'problem' && answer.problem.message}
      </pre>
    </section>
  );
}

const isOn = (side: Side, kind: ChangedLine['kind']): boolean =>
  side === 'changes' || kind === 'same' || kind === (side === 'before' ? 'removed' : 'added');

const shortened = (body: string): string => (body.length > BODY_LETTERS ? `${body.slice(0, BODY_LETTERS)} …` : body);

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = { same: ' ', removed: '−', added: '+' };

export const DiffLine = ({ line }: { readonly line: ChangedLine }): JSX.Element => (
  <span class={`ndb-diff-line ndb-is-${line.kind}`}>
    <span class="ndb-diff-sign">{SIGNS[line.kind]}</span>
    <span>{line.text}</span>
  </span>
);

interface StepProps {
  readonly icon: 'chevron-left' | 'chevron-right';
  readonly label: string;
  readonly isOff: boolean;
  readonly go: () => void;
}

const Step = ({ icon, label, isOff, go }: StepProps): JSX.Element => (
  <button type="button" class="ndb-icon-button" aria-label={label} disabled={isOff} onClick={go}>
    <Icon name={icon} />
  </button>
);
