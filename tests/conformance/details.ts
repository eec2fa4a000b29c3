import { expect, it } from 'vitest';
import { BOOK_LEVELS, type Depth, type PairEvent } from '../../server/exchanges/exchange.ts';
import { eventually, priced, type ExchangeCore } from './trading-floor.ts';

const expectRising = (numbers: number[]) => expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));

function expectBook({ bids, asks }: Depth): void {
  for (const side of [bids, asks]) {
    expect(side).toHaveLength(BOOK_LEVELS);
    expect(side.every(([price, quantity]) => price.gt(0) && quantity.gt(0))).toBe(true);
  }
  const prices = [...bids.toReversed(), ...asks].map(([price]) => price.toNumber());
  expectRising(prices);
  expect(new Set(prices).size).toBe(prices.length);
}

/** Day statistics, order book and recent trades. */
export function details(core: ExchangeCore): void {
  it('gives the last 24 hours of its pairs', async () => {
    const answer = await core.exchange.dayStats();
    const stats = answer.outcome === 'ok' ? answer.value.find(({ symbol }) => symbol === core.pair.symbol) : undefined;
    if (!stats) throw new Error('no statistics');
    const { open, high, low, quoteVolume } = stats;
    for (const figure of [open, high, low, quoteVolume]) expect(figure?.gt(0)).toBe(true);
    expect(low?.lte(open ?? 0) && high?.gte(open ?? 0)).toBe(true);
  });

  it('tells book and trades of a watched pair, and no more once it is not watched', async () => {
    const { exchange, pair, world } = core;
    const { details: read } = exchange;
    if (!read) throw new Error('no order book');
    const events: PairEvent[] = [];
    const unwatch = read.watch(pair.symbol, (event) => events.push(event));
    await eventually(() => expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['gap', 'depth'])));
    for (const event of events) if (event.kind === 'depth') expectBook(event.depth);
    const price = priced(core, '1.02');
    await world.setPrice(price);
    const traded = () => events.flatMap((event) => (event.kind === 'trades' ? event.trades : []));
    const own = () => traded().find((trade) => trade.price.eq(price));
    await eventually(() => expect(own()?.quantity.gt(0)).toBe(true));
    const recent = await read.recentTrades(pair.symbol);
    if (recent.outcome !== 'ok') throw new Error('no trades');
    expectRising(recent.value.map(({ time }) => time));
    expect(recent.value.map(({ id }) => id)).toContain(own()?.id);
    unwatch();
    const known = events.length;
    await world.setPrice(priced(core, '1.03'));
    expect(events).toHaveLength(known);
  });
}
