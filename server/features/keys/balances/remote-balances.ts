import { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import { inTimeUnlessBusy } from '../../../lib/in-time.ts';
import { newId } from '../../../lib/id.ts';
import type { Bus } from '../../../runtime/bus/bus.ts';
import { ownsAll } from '../../../runtime/leases/partition.ts';
import type { BalanceBook } from './balance-book.ts';
import type { Balances } from './key-balances.ts';

const SEEN = 'balances.seen';
const CHANGED = 'balances.changed';
const ASKED = 'balances.asked';
/** Kept as it was: processes of two versions may run side by side. */
const PUBLISHED = 'balances.told';

/** How long an engine may take to answer before the exchange is asked instead, ms. */
const ENGINE_ANSWERS_WITHIN = SECOND;
/** How long a balance is waited for while no engine answers: another engine is taking the person over. Ms. */
const TAKEN_OVER_WITHIN = 8 * SECOND;

interface Asked {
  id: string;
  userId: string;
  keyId: string;
}
type Amounts = [asset: string, amount: string][];
interface Published {
  id: string;
  /** Null where they are not known. */
  balances: { free: Amounts; locked: Amounts; at: number } | null;
}

const written = (amounts: ReadonlyMap<string, Big>): Amounts =>
  [...amounts].map(([asset, amount]) => [asset, amount.toFixed()]);
const readAmounts = (amounts: Amounts): ReadonlyMap<string, Big> =>
  new Map(amounts.map(([asset, amount]) => [asset, new Big(amount)]));

const toWire = (balances: Balances | null): Published['balances'] =>
  balances && { free: written(balances.free), locked: written(balances.locked), at: balances.at };
const fromWire = (balances: Published['balances']): Balances | null =>
  balances && { free: readAmounts(balances.free), locked: readAmounts(balances.locked), at: balances.at };

interface Sources {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  clock: Clock;
  /** From the exchange: null where it refuses the key; throws where it does not answer. */
  ask: (userId: string, keyId: string) => Promise<Balances | null>;
}

/**
 * For a process without account streams: engines watch the keys of its active users and are asked over the bus. Where
 * none of them knows, or answers in time, `ask` reads from the exchange.
 */
export function remoteBalances({ bus, clock, ask }: Sources): BalanceBook {
  const waiting = new Map<string, (balances: Balances | null) => void>();
  const unsubscribe = bus.subscribe(PUBLISHED, (body) => {
    const { id, balances } = body as Published;
    waiting.get(id)?.(fromWire(balances));
  });

  /** Null where none answers. */
  async function askEngines(userId: string, keyId: string): Promise<{ known: Balances | null } | null> {
    const id = newId();
    const { promise, resolve } = Promise.withResolvers<Balances | null>();
    waiting.set(id, resolve);
    bus.publish(ASKED, { id, userId, keyId } satisfies Asked);
    const answer = promise.then((known) => ({ known }));
    return inTimeUnlessBusy(answer, ENGINE_ANSWERS_WITHIN).finally(() => waiting.delete(id));
  }

  /** Asks the exchange, for at most so many ms each time; one that is slow is not asked again meanwhile. */
  function exchangeAsked(userId: string, keyId: string) {
    let asking: Promise<{ known: Balances | null } | null> | null = null;
    const begin = () =>
      ask(userId, keyId).then(
        (known) => ({ known }),
        () => {
          asking = null;
          return null;
        },
      );
    return (ms: number) => inTimeUnlessBusy((asking ??= begin()), ms);
  }

  /** A copy is left out where this answers null. */
  async function within(ms: number, userId: string, keyId: string): Promise<Balances | null> {
    const began = clock();
    let patience = ms;
    const askExchange = exchangeAsked(userId, keyId);
    do {
      const ofEngine = await askEngines(userId, keyId);
      if (ofEngine?.known) return ofEngine.known;
      if (!ofEngine) patience = Math.max(ms, TAKEN_OVER_WITHIN);
      const ofExchange = await askExchange(Math.max(0, ms - ENGINE_ANSWERS_WITHIN));
      if (ofExchange) return ofExchange.known;
    } while (clock() - began < patience);
    return null;
  }

  return {
    seen: (userId) => bus.publish(SEEN, userId),
    changed: (userId) => bus.publish(CHANGED, userId),
    forget: () => {},
    divide: () => {},
    of: () => null,
    within,
    stop: async () => unsubscribe(),
  };
}

/**
 * The same book for the people of this process, whichever process they are active in. Other processes are answered
 * about them, and asked about all others.
 */
export function sharedBalances(sources: Sources, book: BalanceBook): BalanceBook {
  const { bus } = sources;
  const elsewhere = remoteBalances(sources);
  let isOwn = ownsAll;
  const bookOf = (userId: string): BalanceBook => (isOwn(userId) ? book : elsewhere);
  const answer = async ({ id, userId, keyId }: Asked): Promise<void> => {
    if (!isOwn(userId)) return;
    const balances = await book.within(ENGINE_ANSWERS_WITHIN, userId, keyId).catch(() => null);
    // Another engine answers for people who have passed to it meanwhile.
    if (!balances && !isOwn(userId)) return;
    bus.publish(PUBLISHED, { id, balances: toWire(balances) } satisfies Published);
  };
  const stops = [
    bus.subscribe(SEEN, (userId) => book.seen(String(userId))),
    bus.subscribe(CHANGED, (userId) => book.changed(String(userId))),
    bus.subscribe(ASKED, (body) => void answer(body as Asked)),
  ];
  return {
    ...book,
    seen: (userId) => bookOf(userId).seen(userId),
    changed: (userId) => bookOf(userId).changed(userId),
    async within(ms, userId, keyId) {
      const asked = bookOf(userId);
      const known = await asked.within(ms, userId, keyId);
      const hasMoved = bookOf(userId) !== asked;
      return known ?? (hasMoved ? bookOf(userId).within(ms, userId, keyId) : null);
    },
    divide(next): void {
      isOwn = next;
      book.divide(next);
    },
    async stop(): Promise<void> {
      for (const stop of stops) stop();
      await Promise.all([elsewhere.stop(), book.stop()]);
    },
  };
}
