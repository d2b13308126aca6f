/** The layout `cards`: rows side by side, each with its picture, its name and facts. docs/views.md#cards */

import type { JSX } from 'preact';
import { pictureTarget, usePicture } from '../../components/cells/cell-picture';
import { Icon } from '../../components/icon';
import type { GridRow } from '../../components/grid-column';
import type { ViewSpec } from '../../rows/view-spec';
import type { LayoutOf, LayoutProps } from '../layout';
import { type LayoutSettings, readSettings } from '../layout-settings';
import { cardSize } from '../row-card';
import { RowLines } from '../row-lines';
import { RowSummary } from '../row-summary';

const SETTINGS: LayoutSettings<'cards'> = {
  picture: { kind: 'column', label: 'Picture', none: 'The first picture of the note' },
  size: { kind: 'choice', label: 'Size', words: { medium: 'Medium', small: 'Small', large: 'Large' } },
  fit: { kind: 'choice', label: 'Fit', words: { cover: 'Fill the frame', contain: 'Show all of it' } },
};

export const CARDS_LAYOUT: LayoutOf<'window', 'cards'> = {
  label: 'Gallery',
  icon: 'cards',
  description: 'A card with a picture for each row',
  reads: 'window',
  narrow: null,
  hasRowHeight: true,
  settings: SETTINGS,
  readsColumns: (spec) => (pictureColumn(spec) === 'file_links' ? ['file_links'] : []),
  Component: Cards,
};

/** The first picture of a note is among its links. */
const pictureColumn = (spec: ViewSpec): string => readSettings('cards', SETTINGS, spec).picture ?? 'file_links';

/** Pixels: the least width of a card, and the height of its picture. */
const SIZES = {
  medium: { leastWidth: 240, picture: 150 },
  small: { leastWidth: 160, picture: 100 },
  large: { leastWidth: 340, picture: 240 },
} as const;

/** The frame around a card, and with it what lies beside its text, as `row-lines.css` has them. */
const FRAME = 8;
const BESIDE_TEXT = 40;

function Cards(props: LayoutProps<'window'>): JSX.Element {
  const { columns, spec } = props;
  const { size, fit, picture } = readSettings('cards', SETTINGS, spec);
  const { leastWidth, picture: height } = SIZES[size];
  const { factLines, height: text } = cardSize(spec);
  const facts = columns.filter(({ name }, at) => at === 0 || name !== picture);
  return (
    <RowLines {...props} shape={{ row: height + text + FRAME, leastWidth }}>
      {(row, width) => (
        <>
          <Cover row={row} value={row.values[pictureColumn(spec)]} {...{ height, fit }} />
          <div class="ndb-cover-text ndb-stack">
            <RowSummary {...props} columns={facts} {...{ row, factLines }} factWidth={width - BESIDE_TEXT} />
          </div>
        </>
      )}
    </RowLines>
  );
}

interface CoverProps {
  readonly row: GridRow;
  readonly value: GridRow['values'][string] | undefined;
  readonly height: number;
  readonly fit: 'cover' | 'contain';
}

function Cover({ row, value, height, fit }: CoverProps): JSX.Element {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const target = values.flatMap((each) => (typeof each === 'string' ? (pictureTarget(each) ?? []) : []))[0];
  return (
    <div class="ndb-cover" data-fit={fit} style={{ '--ndb-height': `${height}px` }}>
      {target === undefined ? <Icon name="picture" /> : <CoverPicture {...{ target }} source={row.path} />}
    </div>
  );
}

function CoverPicture({ target, source }: { readonly target: string; readonly source: string }): JSX.Element | null {
  const { address, drop } = usePicture(target, source);
  if (address === undefined) return null;
  if (address !== null)
    return <img src={address} alt="" loading="lazy" decoding="async" draggable={false} onError={drop} />;
  return (
    <p class="ndb-small-text">
      <Icon name="alert" />
      {` ${target} is not shown. It is missing, not a kind of picture that is shown here, or larger than 20 MB.`}
    </p>
  );
}
