import { type Limits, THIN_BELOW } from '#contracts/limits.ts';
import type { Market } from '#contracts/symbol.ts';
import { Big } from 'big.js';
import type { Audit } from '../../audit/index.ts';
import type { Db } from '../../db/client.ts';
import type { ExchangePair } from '../../exchanges/exchange.ts';
import type { Clock } from '../../lib/clock.ts';
import { ZERO } from '../../lib/decimal.ts';
import { limitsStore, type OwnLimits } from './limits.store.ts';
import { type Quotes, worth } from './worth.ts';

interface Needs {
  db: Db;
  clock: Clock;
  markets: Quotes;
  audit: Pick<Audit, 'record'>;
  /** On paper nothing can be carried off, and what trades there is made up: every pair is open. */
  paper: boolean;
}

/** A deal before it is written: what each of its orders is for, counter units, the main key's first. */
export interface Intended {
  market: Market;
  pair: ExchangePair;
  costs: readonly Big[];
}

const DAY = 24 * 3_600_000;
const WHERE = 'Change your order limits on the account page.';
const usdt = (amount: Big): string => `${amount.round(2, Big.roundUp).toFixed()} USDT`;

/** `inUsdt` is the worth of a counter unit. */
function overLimit(
  { pair, costs }: Intended,
  inUsdt: Big | null,
  { own, used }: { own: OwnLimits; used: Big | null },
): string | null {
  if (!inUsdt || !used)
    return `What this order is worth in USDT is not known (${pair.counter}), so it cannot be held against your limits. Try again in a moment.`;
  const worths = costs.map((cost) => cost.times(inUsdt));
  const largest = worths.reduce((one, other) => (other.gt(one) ? other : one), ZERO);
  if (largest.gt(own.perOrder))
    return `This order is worth ${usdt(largest)}; your limit for one order is ${usdt(own.perOrder)}. ${WHERE}`;
  const all = worths.reduce((sum, each) => sum.plus(each), used);
  if (all.lte(own.perDay)) return null;
  return `With this order you would have ordered ${usdt(all)} in 24 hours, copies included; your limit is ${usdt(own.perDay)}. ${WHERE}`;
}

/** S-35: who steals a session must not be able to trade an account away. */
export function createLimits({ db, clock, markets, audit, paper }: Needs) {
  const { rate, turnover } = worth({ markets, clock });

  async function usedBy(userId: string): Promise<Big | null> {
    let sum = ZERO;
    for (const { market, symbol, counter } of await limitsStore(db, userId).ordered(clock() - DAY)) {
      const pair = markets.findExchangePair(market as Market, symbol);
      const inUsdt = pair && rate(market, pair.counter);
      if (!inUsdt) return null;
      sum = sum.plus(new Big(counter).times(inUsdt));
    }
    return sum.round(2, Big.roundUp);
  }

  async function thinness({ market, pair }: Intended): Promise<string | null> {
    const traded = await turnover(market, pair);
    if (traded?.gte(THIN_BELOW)) return null;
    const name = `${pair.base}/${pair.counter}`;
    if (!traded) return `How much of ${name} is traded could not be read. Try again in a moment.`;
    return `${name} hardly trades: ${usdt(traded)} in 24 hours. Who has your session could empty your account there. ${WHERE}`;
  }

  return {
    /** Why this may not be ordered; null when it may. */
    async fault(userId: string, intended: Intended): Promise<string | null> {
      const [own, used] = await Promise.all([limitsStore(db, userId).own(), usedBy(userId)]);
      const over = overLimit(intended, rate(intended.market, intended.pair.counter), { own, used });
      return over ?? (paper || own.thinMarkets ? null : thinness(intended));
    },
    async state(userId: string): Promise<Limits> {
      const [own, usedToday] = await Promise.all([limitsStore(db, userId).own(), usedBy(userId)]);
      return { ...own, usedToday };
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
