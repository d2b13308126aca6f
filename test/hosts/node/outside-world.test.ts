/** The world outside on the Node host. */

import { describeOutsideWorld } from '../outside-world';
import type { NodeHost } from '../../../src/hosts/node/node-host';
import { scratchVault } from './scratch-vault';

describeOutsideWorld('of the Node host', async () => {
  const scratch = await scratchVault();
  scratch.host.close();
  let host: NodeHost | null = null;
  return {
    folder: scratch.folder,
    start: async () => (host = await scratch.reopen()),
    end: async () => host?.close(),
    noticed: () => Promise.resolve(),
    close: scratch.close,
  };
});
