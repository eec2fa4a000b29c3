import { expect, vi } from 'vitest';
import { type DealTrader, IN_TIME, type Row, XRP_PAIR, type XrpDeals } from './xrp-deals.ts';

interface Done {
  error: string | null;
  orderBlocks: Row[];
  failed: Row[];
}

/** Purchases that are joined and split. */
export function averagedBlocks(deals: XrpDeals) {
  /** The block's id, once its entry at this price is filled. */
  async function bought(who: DealTrader, price: string, counterQuantity: number): Promise<string> {
    await deals.price(price);
    const order = { ...XRP_PAIR, price: Number(price), counterQuantity, counterEarning: true };
    const { body } = await who.post('/api/markets/spot/first/buy', order);
    expect(body.error).toBeNull();
    const { blockId } = body.orderBlock as { blockId: string };
    await vi.waitFor(async () => {
      const row = (await deals.rows(who, 'buy')).find((each) => each['blockId'] === blockId);
      expect(row).toMatchObject({ status: 'filled', filledQuantity: 100 });
    }, IN_TIME);
    return blockId;
  }
  return {
    bought,
    /** The rows of the blocks that a call has made, of all keys, once each stands like this. */
    made: (who: DealTrader, { orderBlocks }: Done, status: string): Promise<Row[]> => {
      const ids = new Set(orderBlocks.map(({ blockId }) => blockId));
      return vi.waitFor(async () => {
        const rows = (await deals.rows(who, 'buy')).filter(({ blockId }) => ids.has(blockId));
        expect(rows.map((row) => row['status'])).toEqual(orderBlocks.map(() => status));
        return orderBlocks.map(({ blockId, keyUid }) => {
          const row = rows.find((each) => each['blockId'] === blockId && each['keyUid'] === keyUid);
          if (!row) throw new Error('A block is gone.');
          return row;
        });
      }, IN_TIME);
    },
    /** Those of the worked example average-all. */
    three: async (who: DealTrader) => [
      await bought(who, '0.52', 100),
      await bought(who, '0.4821', 50),
      await bought(who, '0.4873', 200),
    ],
    average: async (who: Pick<DealTrader, 'post'>, blockIds: string[], more: Row = {}) =>
      (await who.post('/api/markets/spot/average', { ...XRP_PAIR, blockIds, ...more })).body as unknown as Done,
    split: async (who: Pick<DealTrader, 'post'>, blockId: string, shares: number[]) =>
      (await who.post('/api/markets/spot/split', { ...XRP_PAIR, blockId, shares })).body as unknown as Done,
    /** A block's story. */
    texts: async (who: DealTrader, blockId: unknown): Promise<string[]> => {
      const { body } = await who.get(`/api/blocks/${String(blockId)}/events`);
      return (body.events as { text: string }[]).map(({ text }) => text);
    },
    /** What rests on the exchange, straight from its books. */
    resting: async (who: Pick<DealTrader, 'paperKey'>) =>
      (await deals.sent(who))
        .filter(({ side, status }) => side === 'SELL' && status === 'NEW')
        .map(({ type, quantity }) => `${type} ${quantity}`),
  };
}
