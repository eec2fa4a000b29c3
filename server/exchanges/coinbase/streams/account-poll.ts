import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contracts/rules/time.ts';
import type { AccountEvent, Answer, Credentials, Exchange } from '../../exchange.ts';
import type { Log } from '../../../lib/log.ts';
import type { AccountWatch } from '../../ccxt/streams/account-watches.ts';
import { reconnectDelays } from '../../connecting/reconnect-delays.ts';
import type { CcxtTimings } from '../../ccxt/ccxt-timings.ts';
import type { FillCalls } from '../fills.ts';
import type { Lookups } from '../orders/find-order.ts';
import { createComparison } from './account-changes.ts';

interface Options {
  log: Log;
  timings: CcxtTimings;
  openOrders: Exchange['openOrders'];
  byId: Lookups['byId'];
  latestFills: FillCalls['latestFills'];
}

const LONGEST_PAUSE = MINUTE;
const isRefused = (answers: Answer<unknown>[]) =>
  answers.some((answer) => answer.outcome === 'rejected' && answer.retryAfter === undefined);

/** ccxt has no stream of fills and balances for Coinbase: a key's account is looked at now and again. */
export function pollAccount(
  { log, timings, openOrders, byId, latestFills }: Options,
  credentials: Credentials,
  emit: (event: AccountEvent) => void,
): AccountWatch {
  const stopped = new AbortController();
  const { signal } = stopped;
  const delays = reconnectDelays(timings.firstPause, LONGEST_PAUSE);
  let live = false;
  const comparison = createComparison(async (orderId) => {
    const lookup = await byId(credentials, orderId);
    return lookup.outcome === 'found' ? lookup.order : undefined;
  });

  /** Ms until the next look. */
  async function look(): Promise<number> {
    const [open, latest] = await Promise.all([openOrders(credentials), latestFills(credentials)]);
    if (open.outcome !== 'ok' || latest.outcome !== 'ok') {
      const wait = isRefused([open, latest]) ? timings.refusedKey : Math.max(timings.poll, delays.next());
      if (!signal.aborted) log.warn({ stream: 'account', wait }, 'an account could not be looked at, asking again');
      return wait;
    }
    delays.reset();
    const changes = await comparison.compare({ open: open.value, ...latest.value });
    if (signal.aborted) return 0;
    live = true;
    if (changes === null) emit({ kind: 'gap' });
    for (const { order, fill } of changes ?? []) emit({ kind: 'order', order, fill });
    if (changes !== null && changes.length > 0) emit({ kind: 'balance', balances: [] });
    return timings.poll;
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) await sleep(await look(), undefined, { signal, ref: false });
  }

  keepLooking().catch((error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'an account is no longer watched');
  });
  return {
    live: () => live,
    close() {
      live = false;
      stopped.abort();
    },
  };
}
