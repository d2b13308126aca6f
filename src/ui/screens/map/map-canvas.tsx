/** The drawing of the map: moved by hand, wheel and scroll bars, larger and smaller, with keys from table to table. docs/page.md#map */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { useElementId } from '../../components/use-element-id';
import type { RelationColumn } from './ask-relations';
import { nextTable } from './next-table';
import { TableBox } from './table-box';
import type { BoxSizes, TableMap } from './table-map';
import { useMapDrag } from './use-map-drag';
import { type MapZoom, useMapZoom } from './use-map-zoom';

export interface MapCanvasProps {
  readonly map: TableMap;
  readonly sizes: BoxSizes;
  readonly openTable: (table: string) => void;
  readonly openColumn: (column: RelationColumn) => void;
}

export function MapCanvas({ map, sizes, openTable, openColumn }: MapCanvasProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const zoom = useMapZoom(place, map);
  const drag = useMapDrag(place);
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
      <ZoomButtons {...{ zoom }} />
      <div class="ndb-map-place ndb-fills" ref={place} {...drag} onWheel={zoom.onWheel} {...{ onKeyDown }}>
        <div class="ndb-map-canvas" style={sizeProperties(map, zoom.scale)}>
          <MapLines {...{ map }} lit={hovered ?? chosen} />
          <ul class="ndb-plain-list" aria-label="Tables; arrow keys lead from one to the next">
            {map.tables.map((table) => (
              <TableBox
                key={table.table}
                {...{ table, sizes, openTable, openColumn }}
                isCurrent={table.table === current}
                choose={choose}
                hover={hover}
              />
            ))}
          </ul>
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

interface MapLinesProps {
  readonly map: TableMap;
  /** The table whose lines are marked. */
  readonly lit: string | null;
}

/** Only for eyes: each line begins at the button of its column, which says where it leads. */
function MapLines({ map, lit }: MapLinesProps): JSX.Element {
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
    </svg>
  );
}

const ZoomButtons = ({ zoom }: { readonly zoom: MapZoom }): JSX.Element => (
  <div class="ndb-map-tools ndb-surface" role="toolbar" aria-label="Size of the map">
    <IconButton icon="minus" label="Smaller" isOff={!zoom.canShrink} onClick={() => zoom.step(-1)} />
    <button type="button" class="ndb-bare-button ndb-map-scale" title="The whole map" onClick={() => zoom.fit()}>
      {Math.round(zoom.scale * 100)} %
    </button>
    <IconButton icon="plus" label="Larger" isOff={!zoom.canGrow} onClick={() => zoom.step(1)} />
  </div>
);
