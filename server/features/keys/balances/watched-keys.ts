import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import { type KeyBalances, watchBalances } from './key-balances.ts';
import type { KeyRow } from '../keys.store.ts';
import type { KeyContext } from '../deps.ts';

export interface WatchDeps extends Pick<KeyContext, 'clock' | 'log' | 'exchanges' | 'open'> {
  keysOf: (userId: string) => Promise<KeyRow[]>;
  /** An order of a watched key was placed or changed, ours or not. */
  onOrder: (row: KeyRow, order: ExchangeOrder) => void;
}

/** Every copy key that copies deals, and its main key. */
function sizingKeys(rows: readonly KeyRow[]): KeyRow[] {
  const used = rows.filter(({ disabledReason }) => disabledReason === null);
  const copies = used.filter(({ mainKeyId, inProcess }) => mainKeyId !== null && inProcess);
  const mains = new Set(copies.map(({ mainKeyId }) => mainKeyId));
  return [...used.filter(({ id }) => mains.has(id)), ...copies];
}

/** Of keys that are waited for until they are watched. */
function createBeginnings() {
  const awaited = new Map<string, PromiseWithResolvers<void>>();
  return {
    next(keyId: string): Promise<void> {
      const begins = awaited.get(keyId) ?? Promise.withResolvers<void>();
      awaited.set(keyId, begins);
      return begins.promise;
    },
    begun(keyId: string): void {
      awaited.get(keyId)?.resolve();
      awaited.delete(keyId);
    },
  };
}

/** The watched keys of one user. */
export function watchedKeys({ clock, log, exchanges, keysOf, open, onOrder }: WatchDeps, userId: string) {
  const watched = new Map<string, KeyBalances>();
  const beginnings = createBeginnings();
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;
  let isStale = false;
  let isClosed = false;

  async function watchKey(row: KeyRow): Promise<void> {
    const exchange = exchanges.get(row.market as Market);
    if (!exchange || watched.has(row.id)) return;
    const { credentials } = await open(row);
    const deps = { exchange, clock, log, onOrder: (order: ExchangeOrder) => onOrder(row, order) };
    if (isClosed) return;
    watched.set(row.id, watchBalances(deps, row.id, credentials));
    beginnings.begun(row.id);
  }

  async function look(): Promise<void> {
    const wanted = sizingKeys(await keysOf(userId));
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, balances] of watched) {
      if (ids.has(id)) continue;
      watched.delete(id);
      balances.close();
    }
    await Promise.all(wanted.map(watchKey));
  }

  /** Repeats when something changed since it began. */
  async function lookUntilFresh(): Promise<void> {
    do {
      isStale = false;
      lookedAt = clock();
      await look();
    } while (isStale);
  }

  return {
    all: (): ReadonlyMap<string, KeyBalances> => watched,
    /** Resolves as soon as this key is watched, whatever the others of a lookup wait for; never where it is not. */
    begun: (keyId: string): Promise<void> => (watched.has(keyId) ? Promise.resolve() : beginnings.next(keyId)),
    /** Looks up the keys to watch, unless that was done since `since`. */
    look(since: number): Promise<void> {
      if (isClosed || lookedAt > since) return looking ?? Promise.resolve();
      isStale = true;
      looking ??= lookUntilFresh()
        .catch((error: unknown) => log.error({ error, userId }, 'keys could not be watched'))
        .finally(() => {
          looking = null;
        });
      return looking;
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const balances of watched.values()) balances.close();
      watched.clear();
      await looking;
    },
  };
}
export type WatchedKeys = ReturnType<typeof watchedKeys>;
