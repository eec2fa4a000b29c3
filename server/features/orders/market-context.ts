import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { MarketContext } from '../../domain/position/position.ts';
import type { OrderDeps } from './deps.ts';

/** While an exchange has not said what it takes; the dearest of the usual rates, so that no target falls short. */
const UNKNOWN_FEE = new Big('0.001');
const KEPT_FOR = HOUR;
/** A rate that could not be read is asked for again after so long. */
const ASK_AGAIN_AFTER = MINUTE;

interface Rate {
  fee: Big;
  until: number;
}
interface Of {
  userId: string;
  keyId: string;
  market: Market;
  symbol: string;
}

/** What decisions depend on besides the position itself: the pair's rules, the last price, what the key pays. */
export function marketContexts({ clock, markets, keys }: OrderDeps) {
  const rates = new Map<string, Rate>();

  /** Null while the exchange does not say. */
  async function askRate(of: Of, pair: ExchangePair): Promise<Big | null> {
    const key = await keys.byId(of.userId, of.keyId);
    if (!key || !markets.isOn(of.market)) return null;
    const answer = await markets.exchange(of.market).commission(key.credentials, of.symbol);
    if (answer.outcome !== 'ok') return null;
    const { taker, discount } = answer.value;
    // Paid in another asset than those traded, the fee takes nothing off what a trade brings in.
    const isApart = discount !== null && discount.asset !== pair.base && discount.asset !== pair.counter;
    return isApart ? ZERO : taker;
  }

  const known = ({ keyId, symbol }: Pick<Of, 'keyId' | 'symbol'>) => rates.get(`${keyId} ${symbol}`);

  async function currentFee(of: Of, pair: ExchangePair): Promise<Big> {
    const kept = known(of);
    if (kept && clock() < kept.until) return kept.fee;
    const asked = await askRate(of, pair);
    const fee = asked ?? kept?.fee ?? UNKNOWN_FEE;
    rates.set(`${of.keyId} ${of.symbol}`, { fee, until: clock() + (asked ? KEPT_FOR : ASK_AGAIN_AFTER) });
    return fee;
  }
  const feeOf = (of: Pick<Of, 'keyId' | 'symbol'>): Big => known(of)?.fee ?? UNKNOWN_FEE;

  return {
    /** What is known of it by now, without asking. */
    feeOf,
    /** Null while the market's rules are not known yet. Asking for a fee weighs as much as reading an account. */
    async of(of: Of, { needsFee }: { needsFee: boolean }): Promise<MarketContext | null> {
      const pair = markets.findExchangePair(of.market, of.symbol);
      if (!pair) return null;
      const fee = needsFee ? await currentFee(of, pair) : feeOf(of);
      const last = markets.lastPrice(of.market, of.symbol);
      const seen = { market: last?.price ?? null, traded: null, isDelayed: Boolean(last?.delayedSince) };
      return { pair, ...seen, fee, now: clock() };
    },
  };
}
export type MarketContexts = ReturnType<typeof marketContexts>;
