/** How messages quote values: never more of them than a person reads. docs/http.md#errors */

import { MOST_QUOTED, cutText } from '../text/cut-text';
import type { Json } from '../json';

/** A value as JSON. */
export const quoteValue = (value: Json | undefined, most = MOST_QUOTED): string =>
  cutText(JSON.stringify(value ?? null), most);
