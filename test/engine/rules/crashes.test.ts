/** A crash anywhere between a change and its run: the run comes once all the same. docs/rules.md#runs */

import { expect, it } from 'vitest';
import type { CrashMoment } from '../../memory-host/call-gate';
import { onHost } from '../open-vault';
import { finish, insert, listedRule, openWatched, rowsOf, settle } from './watched-tasks';

it.each<CrashMoment>(['before', 'after', 'torn'])(
  'a crash %s any call loses no run and repeats none',
  async (moment) => {
    const vault = await openWatched();
    for (const title of ['A', 'B']) await insert(vault, title);
    await settle();
    await vault.engine.close();
    const start = vault.host.image();
    const work = async (number: number) => {
      const host = vault.host.reboot(start);
      const opened = await onHost(host);
      await settle();
      host.calls.reset();
      if (number > 0) host.crashAt(number, moment);
      const done: string[] = [];
      for (const title of ['A', 'B']) {
        const finished = await finish(opened, title).then(
          () => true,
          () => false,
        );
        if (finished) done.push(title);
        await settle();
      }
      return { host, opened, done };
    };
    const whole = await work(0);
    expect(await rowsOf(whole.opened, 'log', ['line'])).toEqual([{ line: 'A' }, { line: 'B' }]);
    const calls = whole.host.calls.log.filter(({ mutates, port }) => mutates && port !== 'cache');
    const points = calls.filter(({ method }) => moment !== 'torn' || method === 'append');
    expect(points.length).toBeGreaterThan(3);
    for (const { number } of points) {
      const { host, done } = await work(number);
      const again = await onHost(host.reboot());
      await settle();
      const label = `${number} ${moment}`;
      const finished = (await rowsOf(again, 'tasks', ['title', 'status'])).filter(({ status }) => status === 'done');
      expect(finished.length, label).toBeGreaterThanOrEqual(done.length);
      const lines = (await rowsOf(again, 'log', ['line'])).map(({ line }) => line);
      expect(lines, label).toEqual(finished.map(({ title }) => title));
      const { runs, status } = await listedRule(again);
      expect([runs.length, status], label).toEqual([finished.length, 'on']);
      await again.engine.close();
    }
  },
);
