import { type Limits, THIN_BELOW } from '#contracts/limits.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import type { Tx } from '../../db/database.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { allOver, type Intended, judge, notKnown, usdt, type Verdict, WHERE } from './judge.ts';
import { limitsStore, type Ordered, type OwnLimits } from './limits.store.ts';
import { type Quotes, worth } from './worth.ts';
import type { TradingDeps } from '../deps.ts';

export type { Intended, Verdict } from './judge.ts';
export type { Ordered } from './limits.store.ts';

interface LimitDeps extends Pick<TradingDeps, 'db' | 'clock' | 'audit'> {
  markets: Quotes;
  /** On paper no money can be lost and liquidity is simulated: every pair is allowed. */
  paper: boolean;
}

/** Ordered in 24 hours, USDT, or the pair whose value is not known. */
type Used = { usdt: Big } | { unknown: string };

/** Values a deal and what was ordered in 24 hours. */
function judging({ rate, soldAt }: Pick<ReturnType<typeof worth>, 'rate' | 'soldAt'>, markets: Quotes) {
  /** USDT; null while the price of the counter currency is not known. */
  function worthAt({ market, pair, side, price }: Intended): ((quantity: Big) => Big) | null {
    const inUsdt = rate(market, pair.counter);
    const at = side === 'sell' ? soldAt(market, pair.symbol, price) : price;
    return inUsdt && ((quantity) => quantity.times(at).times(inUsdt));
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

  function verdictOf(intended: Intended, own: OwnLimits, ordered: readonly Ordered[]): Verdict {
    const [worthOfOne, used] = [worthAt(intended), worthOf(ordered)];
    const { counter } = intended.pair;
    if (!worthOfOne) return allOver(intended, notKnown(`The value of this order in USDT is not known (${counter})`));
    const replaced = worthOf(intended.instead ?? []);
    if ('usdt' in used && 'usdt' in replaced)
      return judge(intended, worthOfOne, { own, used: max(used.usdt.minus(replaced.usdt), ZERO) });
    const unknown = 'unknown' in used ? used.unknown : intended.pair.symbol;
    return allOver(intended, notKnown(`The value in USDT of your orders in ${unknown} today is not known`));
  }

  return { worthOf, verdictOf };
}

/** S-35: a stolen session must not be able to lose an account's money by trading. */
export function createLimits({ db, clock, markets, audit, paper }: LimitDeps) {
  const worths = worth({ markets, clock });
  const { turnover } = worths;
  const { worthOf, verdictOf } = judging(worths, markets);
  const dayAgo = () => clock() - DAY;

  async function thinPair(market: Market, pair: ExchangePair): Promise<string | null> {
    const traded = await turnover(market, pair);
    if (traded?.gte(THIN_BELOW)) return null;
    const name = `${pair.base}/${pair.counter}`;
    if (!traded) return `How much of ${name} is traded could not be read. Try again in a moment.`;
    return `${name} is a low-volume pair: ${usdt(traded)} traded in 24 hours. Prices there are easy to push against you. ${WHERE}`;
  }

  /** Of the first of its pairs that hardly trades. */
  async function thinness({ market, pair, others = [] }: Intended): Promise<string | null> {
    const all = await Promise.all([pair, ...others].map((each) => thinPair(market, each)));
    return all.find((text) => text !== null) ?? null;
  }

  return {
    /** What the limits forbid at the moment; reserves nothing. */
    async verdict(userId: string, intended: Intended): Promise<Verdict> {
      const store = limitsStore(db, userId);
      const [own, ordered] = await Promise.all([store.own(), store.ordered(dayAgo())]);
      const thin = paper || own.thinMarkets ? null : await thinness(intended);
      return thin === null ? verdictOf(intended, own, ordered) : allOver(intended, thin);
    },
    /** C-26: the same for one order of a bot whose money has been counted in the day already. */
    single: async (userId: string, intended: Intended): Promise<string | null> =>
      verdictOf(intended, await limitsStore(db, userId).own(), []).main,
    /**
     * Writes a deal unless a limit forbids its main order, and returns the reason otherwise: concurrent deals count
     * each other. Copies over a limit are left out: `write` gets the reason for each.
     */
    async admit(
      userId: string,
      intended: Intended,
      write: (tx: Tx, copies: Verdict['copies']) => Promise<void>,
    ): Promise<string | null> {
      const thin = paper ? null : await thinness(intended);
      return limitsStore(db, userId).locked(dayAgo(), async (tx, own, ordered) => {
        const isShut = thin !== null && !own.thinMarkets;
        const { main, copies } = isShut ? allOver(intended, thin) : verdictOf(intended, own, ordered);
        if (main === null) await write(tx, copies);
        return main;
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
