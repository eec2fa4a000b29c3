import type { Log } from '../../lib/log.ts';
import type { IsOwn, Partition } from './partition.ts';

interface Work {
  start(): unknown;
  stop(): unknown;
}

interface Ownership {
  partition: Partition;
  name: string;
  log: Log;
}

/** Work that one process of a site does at a time: it runs here while this process owns the name. */
export function whileOwner({ partition, name, log }: Ownership, work: Work) {
  let running = false;
  let changing: Promise<void> = Promise.resolve();

  async function run(wanted: boolean): Promise<void> {
    if (running === wanted) return;
    running = wanted;
    try {
      await (wanted ? work.start() : work.stop());
    } catch (error) {
      log.error({ err: error, name, wanted }, 'work of one process was not started or stopped');
    }
  }
  /** One after the other: what was started is stopped before it starts again. */
  const follow = (wanted: boolean): Promise<void> => (changing = changing.then(() => run(wanted)));

  return {
    async start(): Promise<void> {
      const isOwn = await partition.join((changed: IsOwn) => void follow(changed(name)));
      await follow(isOwn(name));
    },
    async stop(): Promise<void> {
      await partition.leave();
      await follow(false);
    },
  };
}
