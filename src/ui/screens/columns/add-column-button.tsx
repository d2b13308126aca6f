/** Opens the form of a new column, from which the others are one step away. */

import type { JSX } from 'preact';
import { Icon } from '../../components/icon';

export const AddColumnButton = ({ add }: { readonly add: () => void }): JSX.Element => (
  <button type="button" class="ndb-icon-button" aria-label="Add a column" title="Add or change a column" onClick={add}>
    <Icon name="plus" />
  </button>
);
