/** The field in which a new card is named. The card holds the values of its place and of the filter. */

import type { JSX } from 'preact';
import { NewRowField } from '../new-row-field';
import type { BoardModel, BoardPlace } from './board-model';

interface NewCardProps {
  readonly model: BoardModel;
  readonly place: BoardPlace;
}

export const NewCard = ({ model, place }: NewCardProps): JSX.Element => (
  <NewRowField
    {...model.props}
    label={`the new card in ${model.nameOf(place)}`}
    values={() => model.newValues(place)}
    close={() => void (model.adding.value = null)}
  />
);
