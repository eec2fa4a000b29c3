import { Big } from 'big.js';
import { expect } from 'vitest';
import type { Side } from '#contracts/symbol.ts';
import { until } from '../setup/until.ts';
import type { Free } from './copiers.ts';
import { copyQuantity, type Entry, quantityFor } from './printed-rules.ts';
import { type Row, XRP_PAIR, type XrpDeals } from './xrp-deals.ts';

export type Group = Awaited<ReturnType<XrpDeals['group']>>;
export interface Wanted {
  side: Side;
  earns?: boolean;
  price?: number;
  total?: number;
}
export interface Targets {
  takeProfit: number;
  stopLoss: number;
}
export const ON_BUY: Targets = { takeProfit: 0.546, stopLoss: 0.494 };
export const ON_SELL: Targets = { takeProfit: 0.494, stopLoss: 0.546 };

const MAIN_FREE = 1000;
const COPIES_FREE = [320, 640];
export const FREE: Free = { main: String(MAIN_FREE), copies: COPIES_FREE.map(String) };
const whole = ({ side, earns = true, price = 0.52, total = 100 }: Wanted) => ({ side, earns, price, total });

/** The main key's entry by rule 1, and what rule 7 makes of it on each copy. */
export function entriesOf(wanted: Wanted): [main: Entry, ...copies: Entry[]] {
  const { side, price, total } = whole(wanted);
  const main = { side, price: new Big(price), quantity: quantityFor(total, price) };
  const copy = (free: number) => ({ ...main, quantity: copyQuantity(main, { mainFree: MAIN_FREE, free }) });
  return [main, ...COPIES_FREE.map(copy)];
}

export const accountsOf = (who: Group) => [who, ...who.copies];
export const orderOf = (wanted: Wanted) => {
  const { price, total, earns } = whole(wanted);
  return { ...XRP_PAIR, price, counterQuantity: total, counterEarning: earns };
};
export const enter = (who: Group, wanted: Wanted) =>
  who.post(`/api/markets/spot/first/${wanted.side}`, orderOf(wanted));
export const setTargets = (who: Group, blockId: string, { takeProfit, stopLoss }: Partial<Targets>) =>
  who.block('POST', 'third', { blockId, takeProfitPrice: takeProfit, stopLossPrice: stopLoss });

/** The trading rules' examples on a main key with 1,000 free and two copies of other balances. */
export function ruleDeals(deals: XrpDeals) {
  const shows = (who: Group, of: { section: string; earns?: boolean }, like: readonly Row[]) =>
    until(async () => {
      const found = await deals.rows(who, of.section, of.earns ?? true);
      expect(found).toMatchObject(like);
      return found;
    });

  /** What is on the exchange for each key, the main key's first. */
  const rests = (who: Group, wanted: readonly (readonly string[])[]) =>
    until(async () => expect(await who.resting()).toEqual(wanted));

  /** An entry that is filled on every key, as large as the rules say. */
  async function filled(wanted: Wanted) {
    const { side, earns } = whole(wanted);
    const who = await deals.group({ ...FREE, asset: side === 'buy' ? 'USDT' : 'XRP' });
    const { body } = await enter(who, wanted);
    expect(body.error).toBeNull();
    const entries = entriesOf(wanted);
    const like = entries.map(({ quantity, price }) => ({
      status: 'filled',
      firstPlacedPrice: Number(price),
      firstFilledQuantity: Number(quantity),
      firstFilledCounterQuantity: Number(quantity.times(price)),
    }));
    await shows(who, { section: side, earns }, like);
    return { who, blockId: body.orderBlock.blockId as string, entries };
  }

  return {
    shows,
    rests,
    filled,
    /** Filled, and its targets placed. */
    async aimed(wanted: Wanted, targets: Partial<Targets>) {
      const deal = await filled(wanted);
      const { body } = await setTargets(deal.who, deal.blockId, targets);
      expect(body).toMatchObject({ errorMessage: null, failed: [] });
      return deal;
    },
  };
}
