/** A process that takes a vault and says so on stdout; told to on stdin, it releases the vault or hangs. */

import { acquireOwnership } from '../../../src/hosts/node/process/ownership';

const [, , vaultFolder = '', socketFolder = ''] = process.argv;
const say = (what: unknown): void => void process.stdout.write(`${JSON.stringify(what)}\n`);

const outcome = await acquireOwnership(vaultFolder, { socketFolder });
if ('owner' in outcome) {
  say({ owner: outcome.owner });
} else {
  const { owned } = outcome;
  owned.setAddress(`http://127.0.0.1:${process.pid}`);
  owned.serveOwner(async (call) => {
    if (call.op === 'fail') throw new Error('not for others');
    if (call.op === 'wait') await new Promise((resolve) => setTimeout(resolve, 200));
    if (call.op === 'die') process.kill(process.pid, 'SIGKILL');
    return { result: { op: call.op, args: call.args, pid: process.pid } };
  });
  say({ owned: true });
  process.stdin.on('data', () => void owned.release().then(() => process.exit(0)));
}
