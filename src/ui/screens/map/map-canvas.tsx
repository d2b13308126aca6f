/** The drawing of the map: moved by hand, wheel and scroll bars, larger and smaller, with keys from table to table. docs/page.md#map */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawWhenChanged } from '../../components/draw-when-changed';
import { Button, IconButton } from '../../components/form/button';
import { useElementId } from '../../components/use-element-id';
import type { RelationColumn } from './ask-relations';
import { nextTable } from './next-table';
import { TableBox } from './table-box';
import type { BoxSizes, TableMap } from './table-map';
import { useMapDrag } from './use-map-drag';
import { type MapZoom, useMapZoom } from './use-map-zoom';
import { type DrawnRelation, useRelationDrag } from './use-relation-drag';

export interface MapCanvasProps {
  readonly map: TableMap;
  readonly sizes: BoxSizes;
  readonly openTable: (table: string) => void;
  readonly openColumn: (column: RelationColumn) => void;
  /** Begins a relation; `to` null: of a table that is not chosen yet. Null: nothing can be written. */
  readonly relate: ((from: string, to: string | null) => void) | null;
}

export function MapCanvas({ map, sizes, openTable, openColumn, relate }: MapCanvasProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const zoom = useMapZoom(place, map);
  const drag = useMapDrag(place);
  const { drawn, lift } = useRelationDrag(place, (from, to) => relate?.(from, to));
  // One table is reached by Tab; arrow keys lead to the others.
  const [chosen, choose] = useState<string | null>(null);
  const current = map.tables.find(({ table }) => table === chosen)?.table ?? map.tables[0]?.table ?? null;
  const [hovered, hover] = useState<string | null>(null);
  const hasMoved = useRef(false);
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    const box = place.current?.querySelector<HTMLElement>('.ndb-map-table > [tabindex="0"]');
    box?.focus();
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === null) return;
    const next = nextTable(map.tables, current, event.key);
    const isZoom = zoom.key(event.key);
    if (next === null && !isZoom) return;
    event.preventDefault();
    if (next === null) return;
    hasMoved.current = true;
    choose(next);
  };
  return (
    <>
      <MapTools {...{ zoom }} relate={relate === null || current === null ? null : () => relate(current, null)} />
      <div class="ndb-map-place ndb-fills" ref={place} {...drag} {...zoom.hands} {...{ onKeyDown }}>
        <div class="ndb-map-canvas" style={sizeProperties(map, zoom.scale)}>
          <MapLines {...{ map, openColumn }} lit={hovered ?? chosen} />
          <ul class="ndb-plain-list" aria-label="Tables; arrow keys lead from one to the next">
            {map.tables.map((table) => (
              <TableBox
                key={table.table}
                {...{ table, sizes, openTable, openColumn }}
                isCurrent={table.table === current}
                isAimed={drawn?.to === table.table}
                canRelate={relate !== null}
                choose={choose}
                hover={hover}
                lift={lift}
                relate={(from) => relate?.(from, null)}
              />
            ))}
          </ul>
          {drawn !== null && <NewLine {...{ map, drawn }} />}
        </div>
      </div>
    </>
  );
}

const sizeProperties = ({ width, height }: TableMap, scale: number): Readonly<Record<string, string>> => ({
  '--ndb-w': `${width}px`,
  '--ndb-h': `${height}px`,
  '--ndb-scale': String(scale),
});

interface MapLinesProps extends Pick<MapCanvasProps, 'map' | 'openColumn'> {
  /** The table whose lines are marked. */
  readonly lit: string | null;
}

/** Only for eyes and hands: each line begins at the button of its column, which does the same. */
const MapLines = drawWhenChanged(function DrawnLines({ map, lit, openColumn }: MapLinesProps): JSX.Element {
  const arrow = useElementId();
  return (
    <svg class="ndb-map-lines" width={map.width} height={map.height} aria-hidden="true">
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="10"
          markerHeight="10"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8z" />
        </marker>
      </defs>
      {map.lines.map(({ tables, path }, at) => (
        <path
          key={at}
          class={lit !== null && tables.includes(lit) ? 'ndb-is-lit' : undefined}
          d={path}
          marker-end={`url(#${arrow})`}
        />
      ))}
      <g class="ndb-map-edges">
        {map.lines.map(({ column, path }, at) => (
          <path key={at} d={path} onClick={() => openColumn(column)} />
        ))}
      </g>
    </svg>
  );
});

/** The relation that is being drawn. */
const NewLine = ({ map, drawn }: { readonly map: TableMap; readonly drawn: DrawnRelation }): JSX.Element => (
  <svg class="ndb-map-lines ndb-map-drawn" width={map.width} height={map.height} aria-hidden="true">
    <path class="ndb-is-lit" d={`M${drawn.start.x} ${drawn.start.y}L${drawn.end.x} ${drawn.end.y}`} />
  </svg>
);

interface MapToolsProps {
  readonly zoom: MapZoom;
  readonly relate: (() => void) | null;
}

const MapTools = ({ zoom, relate }: MapToolsProps): JSX.Element => (
  <div class="ndb-map-tools ndb-surface" role="toolbar" aria-label="Tools of the map">
    {relate !== null && (
      <Button look="bare" icon="link" class="ndb-map-relate" onClick={relate}>
        New relation
      </Button>
    )}
    <IconButton icon="minus" label="Smaller" isOff={!zoom.canShrink} onClick={() => zoom.step(-1)} />
    <button type="button" class="ndb-bare-button ndb-map-scale" title="The whole map" onClick={() => zoom.fit()}>
      {Math.round(zoom.scale * 100)} %
    </button>
    <IconButton icon="plus" label="Larger" isOff={!zoom.canGrow} onClick={() => zoom.step(1)} />
  </div>
);
