/** What relative dates begin from, for as long as a block is shown. */

import { useEffect, useState } from 'preact/hooks';
import { type BlockClock, clockAt } from './table-block';

const MINUTE_MS = 60_000;

export function useBlockClock(): BlockClock {
  const [clock, setClock] = useState(() => clockAt(new Date()));
  useEffect(() => {
    const timer = window.setInterval(() => setClock(clockAt(new Date())), MINUTE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return clock;
}
