import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Balance } from '../../../exchanges/exchange.ts';
import { type PriceOf, priceBetween } from '../../../lib/price-between.ts';
import type { KeyRow } from '../keys.store.ts';
import type { BalanceBook } from './balance-book.ts';
import { listed } from './key-balances.ts';
import type { KeyContext } from '../deps.ts';

export interface Worth {
  /** Null while not known. */
  usdtBalance: Big | null;
  /** USDT that no order ties up; null while not known. */
  usdtFree: Big | null;
  /** UTC epoch ms. */
  balanceAt: number | null;
  /** The exchange's last refusal of the key, or the result of its last check; null without one. */
  refusal: string | null;
}

export interface Valued extends Worth {
  row: KeyRow;
}

export interface WorthDeps extends Pick<KeyContext, 'clock' | 'log' | 'exchanges' | 'lastPrice' | 'open' | 'live'> {
  balances: Pick<BalanceBook, 'of'>;
}

/** Each request uses the budget that all users share. */
const ASKED_EVERY = 10_000;
/** What was valued within this time is not asked for again to be written down. */
const FRESH_FOR = 60_000;
const NOT_KNOWN = { usdtBalance: null, usdtFree: null };
const UNKNOWN: Worth = { ...NOT_KNOWN, balanceAt: null, refusal: null };
const isSince = ({ balanceAt }: Worth, since: number): boolean => balanceAt !== null && balanceAt >= since;
const placeOf = ({ userId, id }: KeyRow) => `${userId} ${id}`;

/** The value of the whole account in USDT; null when an asset without a known price would make the sum wrong. */
function usdtValue(balances: Balance[], priceOf: PriceOf): Big | null {
  let sum = ZERO;
  for (const { asset, free, locked } of balances) {
    const held = free.plus(locked);
    if (held.eq(0)) continue;
    const price = priceBetween(asset, 'USDT', priceOf);
    if (price === null) return null;
    sum = sum.plus(held.times(price));
  }
  return sum.round(2, 0);
}

const valueOf = (
  { clock, lastPrice }: Pick<WorthDeps, 'clock' | 'lastPrice'>,
  { market }: KeyRow,
  balances: Balance[],
): Worth => ({
  usdtBalance: usdtValue(balances, (symbol) => lastPrice(market as Market, symbol)?.price),
  usdtFree: (balances.find(({ asset }) => asset === 'USDT')?.free ?? ZERO).round(2, 0),
  balanceAt: clock(),
  refusal: null,
});

async function ask(deps: WorthDeps, row: KeyRow, before: Worth): Promise<Worth> {
  try {
    const { credentials } = await deps.open(row);
    const answer = await deps.exchanges.get(row.market as Market)?.balances(credentials);
    if (answer?.outcome === 'ok') return valueOf(deps, row, answer.value);
    // A refusal with a retry time concerns our address, not this key.
    const isRefused = answer?.outcome === 'rejected' && answer.retryAfter === undefined;
    return isRefused ? { ...before, refusal: answer.sentence } : before;
  } catch (error) {
    deps.log.error({ error, keyId: row.id }, 'a key could not be valued');
    return before;
  }
}

/**
 * The value of keys' accounts. Watched keys need no request; for others the known value is returned at once and
 * refreshed in the background, so that a slow exchange does not delay the list.
 */
export function keyWorth(deps: WorthDeps) {
  const { clock, live } = deps;
  const kept = new Map<string, { worth: Worth; askedAt: number }>();
  const asking = new Map<string, Promise<Worth>>();
  /** The fault found by the last check of a key. */
  const faults = new Map<string, string>();

  const publishNews = ({ userId, id, market }: KeyRow): void =>
    live.toUser(userId, { topic: 'balance', body: { keyUid: id, market } });

  async function askOnce(row: KeyRow, before: Worth): Promise<Worth> {
    const place = placeOf(row);
    const pending = asking.get(place) ?? ask(deps, row, before);
    asking.set(place, pending);
    const worth = await pending;
    // Removed meanwhile.
    if (asking.get(place) === pending) {
      asking.delete(place);
      kept.set(place, { worth, askedAt: clock() });
    }
    return worth;
  }

  async function worthOf(row: KeyRow): Promise<Worth> {
    const place = placeOf(row);
    const known = kept.get(place);
    if (row.disabledReason !== null) return known?.worth ?? UNKNOWN;
    const balances = deps.balances.of(row.userId, row.id);
    if (balances) {
      const worth = valueOf(deps, row, listed(balances));
      kept.set(place, { worth, askedAt: clock() });
      return worth;
    }
    if (!known) return askOnce(row, UNKNOWN);
    if (clock() - known.askedAt >= ASKED_EVERY && !asking.has(place))
      void askOnce(row, known.worth).then(() => publishNews(row));
    return known.worth;
  }

  return {
    async valued(row: KeyRow): Promise<Valued> {
      const worth = await worthOf(row);
      return { row, ...worth, refusal: faults.get(placeOf(row)) ?? worth.refusal };
    },
    /** As it is now: null where that is not known, however well it was known before. */
    async fresh(row: KeyRow): Promise<Valued> {
      const since = clock() - FRESH_FOR;
      const known = await worthOf(row);
      const isKnown = isSince(known, since) || row.disabledReason !== null;
      const worth = isKnown ? known : await askOnce(row, known);
      return isKnown || isSince(worth, since) ? { row, ...worth } : { row, ...worth, ...NOT_KNOWN };
    },
    /** Records the result of a check: null without a fault. */
    noteResult(row: KeyRow, fault: string | null): void {
      const place = placeOf(row);
      const known = kept.get(place);
      const isNews = fault !== (faults.get(place) ?? null);
      if (fault === null) faults.delete(place);
      else faults.set(place, fault);
      if (known) kept.set(place, { worth: { ...known.worth, refusal: null }, askedAt: -Infinity });
      if (isNews) live.toUser(row.userId, { topic: 'keys', body: {} });
    },
    /** Removes one key, or all keys of a user; pending results are dropped. */
    forgetWorth(userId: string, keyId = ''): void {
      for (const each of [kept, asking, faults])
        for (const place of each.keys()) if (place.startsWith(`${userId} ${keyId}`)) each.delete(place);
    },
  };
}
