import type { Big } from 'big.js';
import { backoff } from '#contracts/rules/backoff.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import type { AccountEvent, Balance, Credentials, Exchange, ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { Clock } from '../../../lib/clock.ts';
import { inTime } from '../../../lib/in-time.ts';
import type { Log } from '../../../lib/log.ts';

/** Amounts by asset; an asset that is not listed is 0. `at` is when they were last confirmed, UTC epoch ms. */
export interface Balances {
  free: ReadonlyMap<string, Big>;
  /** Held by open orders. */
  locked: ReadonlyMap<string, Big>;
  at: number;
}

interface Deps {
  exchange: Exchange;
  clock: Clock;
  log: Log;
  onOrder: (order: ExchangeOrder) => void;
}

const RETRY = { min: SECOND, max: MINUTE };
/** An exchange that says only that something changed may say so many times a second. */
const SETTLES_IN = 500;

const byAsset = (balances: readonly Balance[]) => ({
  free: new Map(balances.map(({ asset, free }) => [asset, free])),
  locked: new Map(balances.map(({ asset, locked }) => [asset, locked])),
});

/** As the exchange lists them. */
export const listed = ({ free, locked }: Balances): Balance[] =>
  [...free].map(([asset, amount]) => ({ asset, free: amount, locked: locked.get(asset) ?? ZERO }));

/** One read at a time, until it has nothing more to do: it answers the ms after which it is to be done again, or null. */
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

/** Asks for the balances, with growing pauses while that fails. */
function asking({ exchange, log }: Deps, keyId: string, credentials: Credentials) {
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

/** Whoever waits for the next answer, each so many ms; null then, or when there is none to be had. */
function createAnswers<Answer>() {
  let waiting: PromiseWithResolvers<Answer | null> | null = null;
  return {
    isAwaited: (): boolean => waiting !== null,
    next: (ms: number): Promise<Answer | null> => inTime((waiting ??= Promise.withResolvers()).promise, ms),
    notify(answer: Answer | null): void {
      waiting?.resolve(answer);
      waiting = null;
    },
  };
}

/**
 * One key's balances: read whole after every gap, then kept by what its stream names. Null from a gap on until they
 * have been read again.
 */
export function watchBalances(deps: Deps, keyId: string, credentials: Credentials) {
  const { exchange, clock, log } = deps;
  const ask = asking(deps, keyId, credentials);
  const answers = createAnswers<Balances>();
  let known: Balances | null = null;
  let readAt = 0;
  /** Named by the stream since the read under way began: newer than its answer may be. */
  let named = new Map<string, Balance>();
  let missed = 0;

  async function readOnce(): Promise<number | null> {
    const missedBefore = missed;
    named = new Map();
    // Nobody's order waits for most of them: after a gap all keys are read at once.
    const purpose = answers.isAwaited() ? 'order' : undefined;
    const answer = await ask(purpose);
    if ('again' in answer) {
      if (answers.isAwaited() && !purpose) return 0;
      // A key that is refused must not hold up every deal of its group.
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
    /** Reads them again where that was last done before `before`; they stay known meanwhile. */
    confirm(before: number): void {
      if (known && readAt < before) reader.start();
    },
    close(): void {
      stop();
      reader.close();
      known = null;
    },
  };
}
export type KeyBalances = ReturnType<typeof watchBalances>;
