/** Leads to a table as it was. */

import type { JSX } from 'preact';
import { IconButton } from '../../components/form/button';

export const HistoryButton = ({ show }: { readonly show: () => void }): JSX.Element => (
  <IconButton icon="history" label="The table as it was" title="The table as it was" onClick={show} />
);
