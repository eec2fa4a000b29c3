import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ChannelOrder, Opening, ReadersOrder, Ticked } from './messages.ts';

const READERS = 2;

function start(file: string, args: string[] = [], options: string[] = []) {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: ['--expose-gc', ...options] });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended.`)));
  ended.catch(() => {});
  const answer = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0];
  const ask = (order: ChannelOrder | ReadersOrder) => {
    child.send(order);
    return answer();
  };
  return { pid: child.pid ?? 0, answer, ask, stop: () => void child.kill() };
}

async function startChannel({ kind, options }: Crowding) {
  const { pid, answer, ask, stop } = start('channel.ts', [kind], options);
  const port = (await answer()) as number;
  return {
    pid,
    port,
    stop,
    tick: async (times: number, every: number) => (await ask({ do: 'tick', times, every })) as Ticked,
    residentBytes: async () => (await ask({ do: 'weigh' })) as number,
  };
}

function startReaders() {
  const { ask, stop } = start('readers.ts');
  return {
    stop,
    open: (opening: Opening) => ask({ do: 'open', ...opening }),
    lastBytes: async (port: number, ticks: number) => (await ask({ do: 'await', port, ticks })) as number[],
  };
}

interface Crowding {
  kind: 'tandem' | 'ws';
  sockets: number;
  /** Milliseconds from tick to tick. */
  every: number;
  /** Of Node, for the channel process. */
  options?: string[];
}

/** A channel process, and its sockets in processes of readers, until the scope that opened them is left. */
export async function openCrowd(crowding: Crowding) {
  const { kind, sockets, every } = crowding;
  const channel = await startChannel(crowding);
  const { pid, port } = channel;
  const crowd = Array.from({ length: READERS }, () => startReaders());
  const before = await channel.residentBytes();
  const count = sockets / READERS;
  const subscribes = kind === 'tandem';
  await Promise.all(crowd.map((readers, place) => readers.open({ port, first: place * count, count, subscribes })));
  /** Of a socket, resident in the channel's process. */
  const bytes = ((await channel.residentBytes()) - before) / sockets;
  let ticks = 0;

  /** CPU of the channel a message, in µs, and from each tick to its last byte at the last socket, in ms. */
  async function tick(times: number): Promise<{ cpu: number; delays: number[] }> {
    const { cpu, at } = await channel.tick(times, every);
    ticks += times;
    const arrived = await Promise.all(crowd.map((readers) => readers.lastBytes(port, ticks)));
    const delays = at.map(
      (published, place) => Math.max(...arrived.map((ends) => ends.at(place - times) ?? Infinity)) - published,
    );
    return { cpu: cpu / (times * sockets), delays };
  }

  const stop = () => [channel, ...crowd].forEach((process) => process.stop());
  return { pid, bytes, tick, [Symbol.dispose]: stop };
}
