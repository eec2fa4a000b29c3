import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg } from '@nats-io/transport-node';
import { localBus, type Bus } from './bus.ts';
import type { Log } from '../../lib/log.ts';

const ANSWER_WITHIN_MS = 1000;

const CONNECTED_WITH = {
  name: 'tandem',
  noEcho: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  pingInterval: 5_000,
  maxPingOut: 2,
};

interface Connection {
  isClosed(): boolean;
  isDraining(): boolean;
  flush(): Promise<void>;
}

const isOpen = (connection: Connection) => !connection.isClosed() && !connection.isDraining();

/** A connection that is not closed yet may be dead: what counts is that the server answers. */
async function answers(connection: Connection): Promise<boolean> {
  const patience = new AbortController();
  const tooLate = sleep(ANSWER_WITHIN_MS, false, { signal: patience.signal }).catch(() => false);
  const answer = connection.flush().then(
    () => true,
    () => false,
  );
  const hasAnswered = await Promise.race([answer, tooLate]);
  patience.abort();
  return hasAnswered;
}

/**
 * The bus of several processes. Listeners of this process are called directly, so that it keeps working while NATS is
 * away; other processes receive through NATS. Resolves with the first connection.
 */
export async function natsBus({ url, log }: { url: string; log: Log }): Promise<Bus> {
  const onError = (error: unknown) => log.error({ err: error }, 'bus: a listener failed');
  const local = localBus(onError);
  const gapListeners = new Set<() => void>();
  const connection = await connect({ servers: url, ...CONNECTED_WITH });
  let up = true;

  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        up = false;
        log.warn('bus: NATS is away');
      }
      if (type === 'reconnect') {
        up = true;
        log.info('bus: NATS is back');
        for (const listener of gapListeners) listener();
      }
      if (type === 'slowConsumer') for (const listener of gapListeners) listener();
    }
  };
  watch().catch(onError);

  const deliver = (message: Msg, listener: (body: unknown, subject: string) => void) => {
    try {
      listener(message.json(), message.subject);
    } catch (error) {
      onError(error);
    }
  };

  return {
    publish(subject, body) {
      local.publish(subject, body);
      // Lost to other processes while NATS is away; onGap reports that when it is back.
      if (up && isOpen(connection)) connection.publish(subject, JSON.stringify(body));
    },
    subscribe(subject, listener) {
      const stopLocal = local.subscribe(subject, listener);
      const remote = connection.subscribe(subject, {
        callback: (error, message) => (error ? onError(error) : deliver(message, listener)),
      });
      return () => {
        stopLocal();
        if (!connection.isClosed()) remote.unsubscribe();
      };
    },
    mayBeHeard: () => true,
    onGap: (listener) => void gapListeners.add(listener),
    isConnected: async () => up && isOpen(connection) && (await answers(connection)),
    async close() {
      await local.close();
      if (up) await connection.drain();
      else await connection.close();
    },
  };
}
