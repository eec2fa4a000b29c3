import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';

const Frame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() });
const Profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: Frame, children: z.optional(z.array(z.number())) })),
  samples: z.array(z.number()),
  /** µs before each sample. */
  timeDeltas: z.array(z.number()),
});
/** A CPU profile as V8 takes it, by samples of its main thread. */
export type Profile = z.infer<typeof Profile>;

export interface Profiler {
  start(): Promise<void>;
  /** The profile, and the text that a browser's developer tools open. */
  stop(): Promise<{ profile: Profile; text: string }>;
  close(): void;
}

/** Between two samples, µs. */
const EVERY = 250;
const WAIT = 20;
const MOST_WAITS = 500;

type Ask = (method: string, params?: object) => Promise<unknown>;

async function profilerOf(ask: Ask, close: () => void): Promise<Profiler> {
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: EVERY });
  return {
    start: async () => void (await ask('Profiler.start')),
    stop: async () => {
      const { profile } = z.object({ profile: z.unknown() }).parse(await ask('Profiler.stop'));
      return { profile: Profile.parse(profile), text: JSON.stringify(profile) };
    },
    close,
  };
}

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));

async function debuggerUrl(port: number): Promise<string> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const [target] = answer ? Targets.parse(await answer.json()) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(WAIT);
  }
  throw new Error(`No process can be inspected on port ${port}.`);
}

const Answer = z.object({
  id: z.optional(z.number()),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});

/** Of a process that was started with `inspecting(port)`. */
export async function profilerAt(port: number): Promise<Profiler> {
  const socket = new WebSocket(await debuggerUrl(port), { perMessageDeflate: false });
  await once(socket, 'open');
  let calls = 0;
  const ask: Ask = (method, params = {}) => {
    const id = (calls += 1);
    return new Promise((done, fail) => {
      const onMessage = (data: unknown) => {
        const answer = Answer.parse(JSON.parse(String(data)));
        if (answer.id !== id) return;
        socket.off('message', onMessage);
        if (answer.error === undefined) done(answer.result);
        else fail(new Error(`${method}: ${JSON.stringify(answer.error)}`));
      };
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  return profilerOf(ask, () => socket.close());
}

export const inspecting = (port: number): string[] => [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];

/** Of this process. */
export function ownProfiler(): Promise<Profiler> {
  const session = new Session();
  session.connect();
  return profilerOf(
    (method, params) => session.post(method, params),
    () => session.disconnect(),
  );
}
