import * as z from 'zod/mini';
import type { AccountEvent, Credentials } from '../../exchange.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Log } from '../../../lib/log.ts';
import type { AccountWatch } from '../../ccxt/streams/account-watches.ts';
import { openLine, type Line } from '../../ccxt/streams/line.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import type { BybitClient } from '../client.ts';
import { readAccountMessages, TOPICS } from './account-messages.ts';

/** ccxt's watching needs a name for what it waits for; no message ever resolves it. */
const WAITS_FOR = ['account'];
/** Ms. Each attempt makes a client, and there is one for each key: an outage must not keep the processor busy. */
const LONGEST_PAUSE = 15_000;
const Subscribed = z.object({ op: z.literal('subscribe'), success: z.literal(true) });

interface Options {
  wsUrl: string;
  log: Log;
  timings: CcxtTimings;
  pairs(): ReadonlyMap<string, ExchangePair>;
  makeClient(credentials: Credentials): Promise<BybitClient>;
}

const isRefusedKey = (error: unknown) => error instanceof Error && error.name === 'AuthenticationError';

/** A key's orders, fills and wallet over a connection of its own. */
export function openAccountLine(
  { wsUrl, log, timings, pairs, makeClient }: Options,
  credentials: Credentials,
  emit: (event: AccountEvent) => void,
): AccountWatch {
  const url = `${wsUrl}/v5/private`;
  const messages = readAccountMessages({ pairs, emit, patience: timings.call });
  let live = false;
  let patience: NodeJS.Timeout | undefined;

  function onMessage(message: unknown): boolean {
    try {
      if (messages.read(message)) return true;
    } catch {
      log.error({ stream: 'account' }, 'an account event that could not be read');
      emit({ kind: 'gap' });
      return true;
    }
    if (Subscribed.safeParse(message).success) {
      live = true;
      clearTimeout(patience);
      emit({ kind: 'gap' });
    }
    return false;
  }

  const line: Line = openLine({
    name: 'account',
    log,
    timings: { ...timings, longestPause: Math.max(timings.longestPause, LONGEST_PAUSE) },
    makeClient: () => makeClient(credentials),
    async begin(client) {
      patience = setTimeout(() => line.renew('its subscription was not answered'), timings.call);
      await client.authenticate(url);
      return client.watchTopics(url, WAITS_FOR, TOPICS);
    },
    onMessage,
    onDown() {
      live = false;
      clearTimeout(patience);
      messages.clear();
    },
    pauseAfter: (error) => (isRefusedKey(error) ? timings.refusedKey : 0),
  });
  return { live: () => live, close: line.close };
}
