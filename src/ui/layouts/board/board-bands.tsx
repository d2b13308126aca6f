/** The swimlanes of a board, below each other: each is a heading that folds, and its part of every lane. */

import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { GroupName } from '../../components/grid/group-line';
import { Icon } from '../../components/icon';
import { withFolded } from '../../rows/view-spec';
import type { Lane } from '../../rows/row-lanes';
import type { BoardModel, BoardPlace } from './board-model';
import { LimitedCount } from './lane-head';
import { PlaceColumn } from './place-column';
import { type DrawnLane, type ScrollView, stripsIn } from './strips';

interface BoardBandsProps {
  readonly model: BoardModel;
  readonly drawn: readonly DrawnLane[];
  readonly view: ScrollView;
}

/** As `board.css` has it. */
const HEADING = 36;
const CARDS = 340;

/** By which a swimlane is kept folded: a lane may have the same value. */
const foldKey = ({ key }: Lane): string => `swimlane ${key}`;

export function BoardBands({ model, drawn, view }: BoardBandsProps): JSX.Element {
  const lanes = model.bands;
  void lanes?.version.value;
  const bands = lanes?.lanes ?? [];
  const isFolded = (band: Lane): boolean => model.props.spec.display.collapsed.includes(foldKey(band));
  const sizes = bands.map((band) => HEADING + (isFolded(band) ? 0 : CARDS));
  const { starts, first, last, length } = stripsIn(sizes, view.top, view.height);
  return (
    <div class="ndb-board-places" style={{ '--ndb-height': `${length}px` }}>
      {bands.slice(first, last).map((band, index) => (
        <Band
          key={band.key}
          {...{ model, drawn, band }}
          count={lanes?.countOf(band) ?? band.count}
          isFolded={isFolded(band)}
          top={starts[first + index] ?? 0}
        />
      ))}
    </div>
  );
}

interface BandProps extends Omit<BoardBandsProps, 'view'> {
  readonly band: Lane;
  readonly count: number;
  readonly isFolded: boolean;
  readonly top: number;
}

function Band({ model, drawn, band, count, isFolded, top }: BandProps): JSX.Element {
  const { spec, change } = model.props;
  const name = model.bandName(band);
  return (
    <section class="ndb-band" aria-label={name} style={{ '--ndb-top': `${top}px` }}>
      <button
        type="button"
        class="ndb-band-head ndb-bare-button ndb-line"
        aria-expanded={!isFolded}
        onClick={() => change(withFolded(spec, foldKey(band), !isFolded))}
      >
        <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        <GroupName group={{ value: band.value }} column={model.columns.band} />
        <span class="ndb-count ndb-small-text">{count}</span>
      </button>
      {!isFolded && <BandPlaces {...{ model, drawn, band }} />}
    </section>
  );
}

function BandPlaces({ model, drawn, band }: Pick<BandProps, 'model' | 'drawn' | 'band'>): JSX.Element {
  const { rows, key } = model.bandRows(band);
  const version = rows.version.value;
  useLayoutEffect(() => () => model.props.rows.closePart(key), [model, key]);
  return (
    <div class="ndb-band-places">
      {drawn.map((each) => {
        const place = model.place(each.lane, band);
        const style = { '--ndb-x': `${each.x}px`, '--ndb-w': `${each.width}px` };
        if (each.isFolded)
          return <div key={each.lane.key} class="ndb-lane ndb-lane-shut" data-place={place.cards.key} {...{ style }} />;
        return (
          <div key={each.lane.key}>
            <PlaceColumn {...each} {...{ model, place, version }} />
            <PlaceHead {...{ model, place, style }} most={model.limitOfBoth(each.lane, band)} />
          </div>
        );
      })}
    </div>
  );
}

interface PlaceHeadProps {
  readonly model: BoardModel;
  readonly place: BoardPlace;
  readonly style: Readonly<Record<string, string>>;
  /** Null: any number of cards. */
  readonly most: number | null;
}

/** What a lane has of its own in this swimlane: a limit, and what adds a card. */
function PlaceHead({ model, place, style, most }: PlaceHeadProps): JSX.Element | null {
  const canAdd = model.props.editing?.insertRow !== undefined;
  if (!canAdd && most === null) return null;
  const { cards } = place;
  void cards.version.value;
  return (
    <div class="ndb-band-new ndb-line" {...{ style }}>
      {most !== null && <LimitedCount count={cards.length} {...{ most }} />}
      {canAdd && (
        <IconButton
          icon="plus"
          label={`New card in ${model.nameOf(place)}`}
          title="New card here"
          onClick={() => void (model.adding.value = cards.key)}
        />
      )}
    </div>
  );
}
