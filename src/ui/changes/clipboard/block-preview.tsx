/** What a block of cells would do, before it is done: how many fit, and which do not, with what to do about each. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useElementId } from '../../components/use-element-id';
import { isComposing } from '../../components/composing';
import { Button } from '../../components/form/button';
import { Check } from '../../components/form/field';
import { withCapital } from '../../../kernel/as-sentence';
import { ServerAway } from '../../components/form/server-away';
import { Icon } from '../../components/icon';
import { nameOf, rowName } from '../edit-notice';
import type { RangeEdits, BlockPreview } from './range-edits';
import { acceptText, counted, fitText, previewTitle } from './describe-range';
import { isNewRow } from './write-block';

export interface BlockPreviewPanelProps {
  readonly blocks: RangeEdits;
  readonly preview: BlockPreview;
}

/** Cells that do not fit and are listed; the others are counted. */
const MOST_LISTED = 50;

export function BlockPreviewPanel({ blocks, preview }: BlockPreviewPanelProps): JSX.Element {
  const { kind, cells, notes, newRows, addsRows, isBusy, failure, refused } = preview;
  const id = useElementId();
  const panel = useRef<HTMLDivElement>(null);
  // A layout effect: the next key belongs into the panel.
  useLayoutEffect(() => {
    const button = panel.current?.querySelector<HTMLButtonElement>('.mod-cta');
    (button?.disabled === false ? button : panel.current)?.focus();
  }, [isBusy, failure]);
  return (
    <div
      class="ndb-block-preview ndb-stack"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.preventDefault();
        blocks.close();
      }}
    >
      <h3 class="ndb-block-title" id={id}>
        {previewTitle(kind, cells, notes)}
      </h3>
      <p class="ndb-block-fit" role="status">
        {failure !== null
          ? [failure.message, failure.hint].join(' ').trim()
          : isBusy
            ? 'Trying whether all of it fits…'
            : fitText(cells, refused)}
        {failure === null && preview.replaced > 0 && ` ${counted(preview.replaced, 'value')} will be replaced.`}
      </p>
      <ServerAway />
      {preview.readings.map((reading) => (
        <p key={reading}>{reading}</p>
      ))}
      <RefusedCells {...{ blocks, preview }} />
      <Leftovers preview={preview} />
      {newRows > 0 && (
        <Check
          label={`Add ${counted(newRows, 'row')} below the last one`}
          isOn={addsRows}
          set={(isOn) => blocks.setAddsRows(isOn)}
        />
      )}
      <PreviewButtons {...{ blocks, preview }} />
    </div>
  );
}

function PreviewButtons({ blocks, preview }: BlockPreviewPanelProps): JSX.Element {
  const { kind, cells, newRows, addsRows, isBusy, failure, refused } = preview;
  const fitting = cells - refused - (addsRows ? 0 : preview.newCells);
  return (
    <div class="ndb-block-buttons">
      <Button onClick={() => blocks.close()}>Cancel</Button>
      {failure === null ? (
        <Button look="main" isOff={isBusy || (fitting <= 0 && refused === 0)} onClick={() => blocks.accept()}>
          {fitting > 0 ? acceptText(kind, fitting, addsRows ? newRows : 0) : 'Keep them at their cells'}
        </Button>
      ) : (
        <Button look="main" onClick={() => blocks.tryAgain()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function RefusedCells({ blocks, preview: { refusedCells } }: BlockPreviewPanelProps): JSX.Element | null {
  if (refusedCells.length === 0) return null;
  return (
    <>
      <ul class="ndb-block-refused ndb-plain-list" tabIndex={0} aria-label="What does not fit">
        {refusedCells.slice(0, MOST_LISTED).map(({ edit, problem, isOwn }) => (
          <li key={`${edit.row.key} ${edit.column.name}`} class="ndb-block-refused-cell">
            <Icon name="alert" />
            <span>
              <strong dir="auto">
                {isOwn && problem.namesColumn !== true ? nameOf(edit) : withCapital(rowName(edit.row.path))}
              </strong>
              : {problem.message} {(problem.near ?? []).length === 0 && problem.hint}
              {(problem.near ?? []).map((near) => (
                <Button
                  look="near"
                  key={near}
                  onClick={() => void blocks.correct(edit, near)}
                  aria-label={`Use ${near} for ${nameOf(edit)}`}
                >
                  Use {near}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {refusedCells.length > MOST_LISTED && <p class="ndb-muted">And {refusedCells.length - MOST_LISTED} more.</p>}
      <p class="ndb-muted">
        {refusedCells.some(({ edit }) => isNewRow(edit.row))
          ? 'What does not fit stays at its cells and in new rows, to be corrected there.'
          : 'What does not fit stays at its cells, to be corrected there.'}
      </p>
    </>
  );
}

function Leftovers({ preview: { fixed, beyond } }: Pick<BlockPreviewPanelProps, 'preview'>): JSX.Element | null {
  const parts = [
    ...(fixed > 0
      ? [`${counted(fixed, 'cell')} in computed columns ${fixed === 1 ? 'stays as it is' : 'stay as they are'}.`]
      : []),
    ...(beyond > 0
      ? [`${counted(beyond, 'column')} beyond the last one ${beyond === 1 ? 'is' : 'are'} left out.`]
      : []),
  ];
  return parts.length === 0 ? null : <p class="ndb-muted">{parts.join(' ')}</p>;
}
