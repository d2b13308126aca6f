/** Leads to a table as it was. */

import type { JSX } from 'preact';
import { Icon } from '../../components/icon';

export const HistoryButton = ({ show }: { readonly show: () => void }): JSX.Element => (
  <button
    type="button"
    class="ndb-icon-button"
    aria-label="The table as it was"
    title="The table as it was"
    onClick={show}
  >
    <Icon name="history" />
  </button>
);
