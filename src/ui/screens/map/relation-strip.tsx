/** Above the form of a link column, when it is opened from the map: the other side of its relation. docs/page.md#relations */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import { Icon } from '../../components/icon';
import { humanName } from '../../client/table-columns';
import type { Relation, RelationColumn } from './ask-relations';

export interface RelationStripProps {
  readonly relation: Relation;
  /** Of a qualified table. */
  readonly labelOf: (table: string) => string;
  readonly canWrite: boolean;
  readonly open: (column: RelationColumn) => void;
  readonly addBack: (relation: Relation) => void;
  readonly remove: (pair: readonly [RelationColumn, RelationColumn]) => void;
}

export function RelationStrip(props: RelationStripProps): JSX.Element {
  const { relation, labelOf, canWrite, open, addBack, remove } = props;
  const { from, to, inverse } = relation;
  const back = inverse === null ? null : { table: to, column: inverse };
  return (
    <div class="ndb-map-relation ndb-small-text" role="group" aria-label="Relation">
      <p class="ndb-line">
        <Icon name="link" />
        {labelOf(from.table)} links to {labelOf(to)}
        {back !== null && `, and ${humanName(back.column)} leads back`}
      </p>
      <div class="ndb-wraps">
        {back !== null && (
          <Button look="link" onClick={() => open(back)}>
            {humanName(back.column)} of {labelOf(to)}
          </Button>
        )}
        {canWrite && back === null && (
          <Button look="link" onClick={() => addBack(relation)}>
            Add a column that leads back…
          </Button>
        )}
        {canWrite && back !== null && (
          <Button look="link" onClick={() => remove([from, back])}>
            Remove the relation…
          </Button>
        )}
      </div>
    </div>
  );
}
