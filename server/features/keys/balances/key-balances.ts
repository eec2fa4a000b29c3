import type { Big } from 'big.js';
import { backoff } from '#contracts/rules/backoff.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { AccountEvent, Balance, Credentials, Exchange, ExchangeOrder } from '../../../exchanges/exchange.ts';
import { inTimeUnlessBusy } from '../../../lib/in-time.ts';
import type { KeyContext, KeyDeps } from '../deps.ts';
import { keysStore } from '../keys.store.ts';

/** Amounts by asset; an unlisted asset is 0. `at`: when they were last confirmed, UTC epoch ms. */
export interface Balances {
  free: ReadonlyMap<string, Big>;
  /** Reserved by open orders. */
  locked: ReadonlyMap<string, Big>;
  at: number;
}

const byAsset = (balances: readonly Balance[]) => ({
  free: new Map(balances.map(({ asset, free }) => [asset, free])),
  locked: new Map(balances.map(({ asset, locked }) => [asset, locked])),
});

/** As the exchange reports them now; null where it refuses the key, or there is none. Throws where it does not answer. */
export async function askBalances(
  { db, clock, exchanges, open }: Pick<KeyContext, 'db' | 'clock' | 'exchanges' | 'open'>,
  userId: string,
  keyId: string,
): Promise<Balances | null> {
  const row = await keysStore(db, userId).byId(keyId);
  if (!row) return null;
  const { credentials } = await open(row);
  const answer = await exchanges.get(row.market as Market)?.balances(credentials, 'order');
  if (answer?.outcome === 'ok') return { ...byAsset(answer.value), at: clock() };
  if (answer?.outcome === 'rejected' && answer.retryAfter === undefined) return null;
  throw new Error('The exchange did not answer with the balances.');
}

interface WatchedAccount extends Pick<KeyDeps, 'clock' | 'log'> {
  exchange: Exchange;
  onOrder: (order: ExchangeOrder) => void;
}

const RETRY = { min: SECOND, max: MINUTE };
/** Some exchanges report only that something changed, many times a second. */
const SETTLES_IN = 500;

/** In the exchange's form. */
export const listed = ({ free, locked }: Balances): Balance[] =>
  [...free].map(([asset, amount]) => ({ asset, free: amount, locked: locked.get(asset) ?? ZERO }));

/** Runs one read at a time; it returns the ms until the next, or null for none. */
function reading(readOnce: () => Promise<number | null>, onError: (error: unknown) => void) {
  let isBusy = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    if (isBusy || isClosed) return;
    clearTimeout(timer);
    isBusy = true;
    const next = await readOnce().catch((error: unknown) => {
      onError(error);
      return RETRY.max;
    });
    isBusy = false;
    if (next !== null && !isClosed) timer = setTimeout(() => void read(), next).unref();
  }

  return {
    start: () => void read(),
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Reads the balances, with growing delays while that fails. */
function asking({ exchange, log }: Pick<WatchedAccount, 'exchange' | 'log'>, keyId: string, credentials: Credentials) {
  let failures = 0;
  return async (purpose?: 'order'): Promise<Balance[] | { again: number; isRefused: boolean }> => {
    const answer = await exchange.balances(credentials, purpose);
    if (answer.outcome === 'ok') {
      failures = 0;
      return answer.value;
    }
    failures += 1;
    const isRefused = answer.outcome === 'rejected';
    const again = isRefused ? (answer.retryAfter ?? RETRY.max) : backoff(failures, RETRY);
    log.warn({ keyId, outcome: answer.outcome, again }, 'balances could not be read, asking again');
    return { again, isRefused };
  };
}

/** Callers waiting for the next answer, each for so many ms; null is the answer on a time-out. */
function createAnswers<Answer>() {
  let waiting: PromiseWithResolvers<Answer | null> | null = null;
  return {
    isAwaited: (): boolean => waiting !== null,
    next: (ms: number): Promise<Answer | null> => inTimeUnlessBusy((waiting ??= Promise.withResolvers()).promise, ms),
    notify(answer: Answer | null): void {
      waiting?.resolve(answer);
      waiting = null;
    },
  };
}

/**
 * One key's balances: read completely after every gap, then updated from its stream. Null after a gap until they are
 * read again.
 */
export function watchBalances(deps: WatchedAccount, keyId: string, credentials: Credentials) {
  const { exchange, clock, log } = deps;
  const ask = asking(deps, keyId, credentials);
  const answers = createAnswers<Balances>();
  let known: Balances | null = null;
  let readAt = 0;
  /** Assets that the stream updated since the current read began: newer than its answer. */
  let named = new Map<string, Balance>();
  let missed = 0;

  async function readOnce(): Promise<number | null> {
    const missedBefore = missed;
    named = new Map();
    // After a gap all keys are read at once, and no order waits for most of them.
    const purpose = answers.isAwaited() ? 'order' : undefined;
    const answer = await ask(purpose);
    if ('again' in answer) {
      if (answers.isAwaited() && !purpose) return 0;
      // A refused key must not delay every deal of its group.
      if (answer.isRefused) answers.notify(null);
      return answer.again;
    }
    const balances = { ...byAsset([...answer, ...named.values()]), at: clock() };
    answers.notify(balances);
    if (missed !== missedBefore) return SETTLES_IN;
    known = balances;
    readAt = balances.at;
    return null;
  }
  const reader = reading(readOnce, (error) => log.error({ error, keyId }, 'reading balances failed'));

  function onEvent(event: AccountEvent): void {
    if (event.kind === 'order') return deps.onOrder(event.order);
    if (event.kind === 'gap' || event.balances.length === 0) {
      missed += 1;
      known = null;
      reader.start();
      return;
    }
    for (const balance of event.balances) named.set(balance.asset, balance);
    if (known) known = { ...byAsset([...listed(known), ...event.balances]), at: clock() };
  }
  const stop = exchange.watchAccount(credentials, onEvent);

  return {
    now: (): Balances | null => known,
    /** Null when they are not known in time, or the key is refused. */
    async within(ms: number): Promise<Balances | null> {
      if (known) return known;
      const answer = answers.next(ms);
      reader.start();
      return answer;
    },
    /** Reads them again if the last read is older than `before`; they stay known meanwhile. */
    confirm(before: number): void {
      if (known && readAt < before) reader.start();
    },
    close(): void {
      stop();
      reader.close();
      known = null;
      // Waiting callers ask another process, or do without.
      answers.notify(null);
    },
  };
}
export type KeyBalances = ReturnType<typeof watchBalances>;
