import { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../exchanges/exchange.ts';
import type { Around } from '../life/position.ts';
import type { OrderNeeds } from '../needs.ts';

/** While an exchange has not said what it takes; the dearest of the usual rates, so that no target falls short. */
const UNKNOWN_FEE = new Big('0.001');
const KEPT_FOR = 3_600_000;

interface Rate {
  fee: Big;
  readAt: number;
}

/** What decisions depend on besides the position itself: the pair's rules, the last price, what the key pays. */
export function surroundings({ clock, markets, keys }: OrderNeeds) {
  const rates = new Map<string, Rate>();

  async function readRate(of: { userId: string; keyId: string; market: Market; pair: ExchangePair }): Promise<Big> {
    const key = await keys.byId(of.userId, of.keyId);
    if (!key || !markets.isOn(of.market)) return UNKNOWN_FEE;
    const answer = await markets.exchange(of.market).commission(key.credentials, of.pair.symbol);
    if (answer.outcome !== 'ok') return UNKNOWN_FEE;
    const { taker, discount } = answer.value;
    // Paid in another asset than those traded, the fee takes nothing off what a trade brings in.
    const isApart = discount !== null && discount.asset !== of.pair.base && discount.asset !== of.pair.counter;
    return isApart ? new Big(0) : taker;
  }

  return {
    /** What is known of it by now, without asking. */
    feeOf: ({ keyId, symbol }: { keyId: string; symbol: string }): Big =>
      rates.get(`${keyId} ${symbol}`)?.fee ?? UNKNOWN_FEE,
    /** Null while the market has not told its rules yet. */
    async of(of: { userId: string; keyId: string; market: Market; symbol: string }): Promise<Around | null> {
      const pair = markets.findExchangePair(of.market, of.symbol);
      if (!pair) return null;
      const name = `${of.keyId} ${of.symbol}`;
      const now = clock();
      const known = rates.get(name);
      const fee = known && now - known.readAt < KEPT_FOR ? known.fee : await readRate({ ...of, pair });
      if (fee !== known?.fee) rates.set(name, { fee, readAt: now });
      return { pair, market: markets.lastPrice(of.market, of.symbol)?.price ?? null, fee, now };
    },
  };
}
export type Surroundings = ReturnType<typeof surroundings>;
