import { type Limits, THIN_BELOW } from '#contracts/limits.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { Big } from 'big.js';
import type { Audit } from '../../audit/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { ExchangePair } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import { ZERO } from '../../lib/decimal.ts';
import { limitsStore, type Ordered, type OwnLimits } from './limits.store.ts';
import { type Quotes, worth } from './worth.ts';

interface Needs {
  db: Db;
  clock: Clock;
  markets: Quotes;
  audit: Pick<Audit, 'record'>;
  /** On paper nothing can be carried off, and what trades there is made up: every pair is open. */
  paper: boolean;
}

/** A deal before it is written: the base units of each of its orders, the main key's first. */
export interface Intended {
  market: Market;
  pair: ExchangePair;
  side: Side;
  price: Big;
  quantities: readonly Big[];
}

const DAY = 24 * 3_600_000;
const WHERE = 'Change your order limits on the account page.';
const usdt = (amount: Big): string => `${amount.round(2, Big.roundUp).toFixed()} USDT`;

/** What was ordered in 24 hours, USDT, or the pair of which that is not known. */
type Used = { usdt: Big } | { unknown: string };

const notKnown = (what: string): string =>
  `${what}, so this order cannot be held against your limits. Try again in a moment.`;

/** `worths` are those of its orders. */
function overLimit(
  { pair }: Intended,
  worths: readonly Big[] | null,
  { own, used }: { own: OwnLimits; used: Used },
): string | null {
  if (!worths) return notKnown(`What this order is worth in USDT is not known (${pair.counter})`);
  if ('unknown' in used) return notKnown(`The worth in USDT of what you ordered of ${used.unknown} today is not known`);
  const largest = worths.reduce((one, other) => (other.gt(one) ? other : one), ZERO);
  if (largest.gt(own.perOrder))
    return `This order is worth ${usdt(largest)}; your limit for one order is ${usdt(own.perOrder)}. ${WHERE}`;
  const all = worths.reduce((sum, each) => sum.plus(each), used.usdt);
  if (all.lte(own.perDay)) return null;
  return `With this order you would have ordered ${usdt(all)} in 24 hours, copies included; your limit is ${usdt(own.perDay)}. ${WHERE}`;
}

/** S-35: who steals a session must not be able to trade an account away. */
export function createLimits({ db, clock, markets, audit, paper }: Needs) {
  const { rate, soldAt, turnover } = worth({ markets, clock });
  const dayAgo = () => clock() - DAY;

  function worthsOf({ market, pair, side, price, quantities }: Intended): Big[] | null {
    const inUsdt = rate(market, pair.counter);
    const at = side === 'sell' ? soldAt(market, pair.symbol, price) : price;
    return inUsdt && quantities.map((quantity) => quantity.times(at).times(inUsdt));
  }

  function worthOf(ordered: readonly Ordered[]): Used {
    let sum = ZERO;
    for (const { market, symbol, ask, quantity, counter } of ordered) {
      const pair = markets.findExchangePair(market as Market, symbol);
      const inUsdt = pair && rate(market, pair.counter);
      if (!inUsdt) return { unknown: symbol };
      const amount = ask === null ? new Big(counter) : new Big(quantity).times(soldAt(market, symbol, new Big(ask)));
      sum = sum.plus(amount.times(inUsdt));
    }
    return { usdt: sum.round(2, Big.roundUp) };
  }

  const overOf = (intended: Intended, own: OwnLimits, ordered: readonly Ordered[]): string | null =>
    overLimit(intended, worthsOf(intended), { own, used: worthOf(ordered) });

  async function thinness({ market, pair }: Intended): Promise<string | null> {
    const traded = await turnover(market, pair);
    if (traded?.gte(THIN_BELOW)) return null;
    const name = `${pair.base}/${pair.counter}`;
    if (!traded) return `How much of ${name} is traded could not be read. Try again in a moment.`;
    return `${name} hardly trades: ${usdt(traded)} in 24 hours. Who has your session could empty your account there. ${WHERE}`;
  }

  return {
    /** Why this may not be ordered as things stand; null when it may. Nothing is kept free for it. */
    async fault(userId: string, intended: Intended): Promise<string | null> {
      const store = limitsStore(db, userId);
      const [own, ordered] = await Promise.all([store.own(), store.ordered(dayAgo())]);
      return overOf(intended, own, ordered) ?? (paper || own.thinMarkets ? null : thinness(intended));
    },
    /** Writes a deal unless a limit forbids it, and answers why not: of deals at once each counts those before it. */
    async admit(userId: string, intended: Intended, write: (tx: Tx) => Promise<void>): Promise<string | null> {
      const thin = paper ? null : await thinness(intended);
      return limitsStore(db, userId).locked(dayAgo(), async (tx, own, ordered) => {
        const fault = overOf(intended, own, ordered) ?? (own.thinMarkets ? null : thin);
        if (fault === null) await write(tx);
        return fault;
      });
    },
    async state(userId: string): Promise<Limits> {
      const store = limitsStore(db, userId);
      const [own, ordered] = await Promise.all([store.own(), store.ordered(dayAgo())]);
      const used = worthOf(ordered);
      return { ...own, usedToday: 'usdt' in used ? used.usdt : null };
    },
    own: (userId: string): Promise<OwnLimits> => limitsStore(db, userId).own(),
    async change(userId: string, wanted: OwnLimits): Promise<void> {
      await limitsStore(db, userId).change(wanted);
      const { perOrder, perDay, thinMarkets } = wanted;
      await audit.record(userId, 'limits-changed', {
        perOrder: perOrder.toFixed(),
        perDay: perDay.toFixed(),
        thinMarkets,
      });
    },
  };
}
export type OrderLimits = ReturnType<typeof createLimits>;
