/** Opens the form of a new column, from which the others are one step away. */

import type { JSX } from 'preact';
import { IconButton } from '../../components/form/button';

export const AddColumnButton = ({ add }: { readonly add: () => void }): JSX.Element => (
  <IconButton icon="plus" label="Add a column" title="Add or change a column" onClick={add} />
);
