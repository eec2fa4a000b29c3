import { Big } from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaperBench, openPaperExchange } from '../../../../tests/factories/paper-exchange.ts';
import { fixed } from '../../../domain/matching/model/amount.ts';
import { PAIRS } from '../pairs.ts';
import { depth } from './depth.ts';
import { marketMakerOffers } from './market-maker.ts';
import { Market } from './market.ts';

let bench: PaperBench;
beforeAll(async () => {
  bench = await openPaperExchange();
});
afterAll(() => bench.close());

interface Depth {
  bids: [string, string][];
  asks: [string, string][];
}
const shown = async (symbol: string, limit = 5000) =>
  (await bench.call<Depth>(`/api/v3/depth?symbol=${symbol}&limit=${limit}`)).body;

it('an order that sweeps the book meets what was shown, level by level, at ever worse prices', async () => {
  await bench.price('BTCUSDT', '64000.00');
  const { bids } = await shown('BTCUSDT');
  const trader = await bench.trader();
  const { body } = await trader.place({ symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '1' });
  const [touch, ...rest] = body.fills.map(({ price, qty }) => [fixed(new Big(price)), fixed(new Big(qty))] as const);
  expect(touch?.[0]).toBe('64000.00000000');
  expect(Number(touch?.[1]) * 64_000).toBeGreaterThan(10_000);
  expect(rest.length).toBeGreaterThan(5);
  expect(rest.slice(0, -1)).toEqual(bids.slice(0, rest.length - 1));
  expect(rest.at(-1)?.[0]).toBe(bids[rest.length - 1]?.[0]);
  expect(Number(rest.at(-1)?.[1])).toBeLessThanOrEqual(Number(bids[rest.length - 1]?.[1]));
  expect(new Big(body.cummulativeQuoteQty).lt('64000')).toBe(true);
  expect(await shown('BTCUSDT')).toMatchObject({ bids });
});

it('the book of a price near zero ends above zero', async () => {
  await bench.price('PEPEUSDT', '0.00000003');
  const { bids, asks } = await shown('PEPEUSDT');
  expect(bids.map(([price]) => price)).toEqual(['0.00000002', '0.00000001']);
  expect(asks).toHaveLength(5000);
});

describe.each(['XRPUSDT', 'BTCUSDT', 'DOGEUSDT', 'SHIBUSDT', 'ETHBTC', 'XRPBNB'])(
  'the market maker’s offers in %s',
  (symbol) => {
    const pair = PAIRS.find((each) => each.symbol === symbol)!;
    const price = pair.startPrice;
    const opening = { price, time: 1_790_000_000_000 };
    const start = { ...opening, beginning: opening, stored: new Map(), tradeId: 7, pinned: false };
    const market = new Market({ pair, seed: 1, ...start });
    const offers = {
      BUY: marketMakerOffers(market, 'BUY').take(400).toArray(),
      SELL: marketMakerOffers(market, 'SELL').take(400).toArray(),
    };

    it('are whole ticks and steps, each worse than the one before', () => {
      for (const [side, worse] of [
        ['BUY', 'gt'],
        ['SELL', 'lt'],
      ] as const) {
        const list = offers[side];
        expect(list[0]?.price.eq(price)).toBe(true);
        expect(list.every((offer) => offer.price.mod(pair.tick).eq(0) && offer.qty.mod(pair.step).eq(0))).toBe(true);
        expect(list.every((offer) => offer.price.gt(0) && offer.qty.gt(0))).toBe(true);
        expect(list.slice(1).every((offer, index) => offer.price[worse](list[index]!.price))).toBe(true);
      }
    });

    it('are shown in the book but for the quote itself, and orders that rest stand among them', () => {
      const texts = (side: 'BUY' | 'SELL') =>
        offers[side].slice(1, 21).map((offer) => [fixed(offer.price), fixed(offer.qty)]);
      expect(depth(market, 20)).toEqual({ lastUpdateId: 7, bids: texts('SELL'), asks: texts('BUY') });
      const [, first, second] = offers.BUY;
      const far = { price: price.plus(pair.tick.times(9000)), qty: pair.step };
      const same = { price: second!.price, qty: pair.step };
      const { asks } = depth(market, 10_000, { bids: [], asks: [same, far] });
      expect(asks[0]).toEqual([fixed(first!.price), fixed(first!.qty)]);
      expect(asks[1]).toEqual([fixed(second!.price), fixed(second!.qty.plus(pair.step))]);
      expect(asks.at(-1)).toEqual([fixed(far.price), fixed(far.qty)]);
    });
  },
);
