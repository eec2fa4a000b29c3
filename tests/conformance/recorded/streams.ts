import { expect, it } from 'vitest';
import type { AccountEvent } from '../../../server/exchanges/exchange.ts';
import { openRecorded, type RecordedMarket } from '../../factories/recorded-market.ts';
import { until } from '../../setup/until.ts';

const gaps = (reported: { kind: string }[]) => reported.filter(({ kind }) => kind === 'gap').length;

export function recordedStreams(market: RecordedMarket): void {
  const watching = async (timings = {}) => {
    const { exchange, recorded } = await openRecorded(market, ['streams/trade-stream'], timings);
    const reported: { kind: string }[] = [];
    const prices: [string, string][] = [];
    const stop = exchange.watchTrades((event) => {
      reported.push(event);
      if (event.kind === 'trade') prices.push([event.trade.symbol, event.trade.price.toFixed()]);
    });
    await until(() => expect(gaps(reported)).toBeGreaterThan(0));
    return { recorded, exchange, reported, prices, stop };
  };

  it('tells trades in their order, with the price exact', async () => {
    const { recorded, exchange, prices } = await watching();
    recorded.emit('trades');
    await until(() => expect(prices).toHaveLength(3));
    const [first, second] = [...exchange.pairs().keys()];
    expect(prices).toEqual([
      [first, '2.1043'],
      [first, '2.1044'],
      [second, '84512.7'],
    ]);
  });

  it('M-08: a cut is told as a gap, and the stream lives on', async () => {
    const { recorded, reported, prices } = await watching();
    recorded.cut();
    await until(() => expect(gaps(reported)).toBe(2));
    recorded.emit('trades');
    await until(() => expect(prices).toHaveLength(3));
  });

  it('F-09: a stream that is open but silent is replaced', async () => {
    const { recorded, reported } = await watching({ silence: 1_500 });
    await until(() => expect(gaps(reported)).toBeGreaterThan(1));
    expect(recorded.connections()).toBeGreaterThan(1);
  });

  it('a subscription without an answer is made again', async () => {
    const { exchange, recorded } = await openRecorded(market, ['streams/trade-stream'], { call: 1_000 });
    recorded.mute(true);
    const reported: { kind: string }[] = [];
    exchange.watchTrades((event) => reported.push(event));
    await until(() => expect(recorded.connections()).toBeGreaterThan(1));
    expect(reported).toEqual([]);
    recorded.mute(false);
    await until(() => expect(gaps(reported)).toBe(1));
  });

  it('tells no more once it has no listener, and connects no more', async () => {
    const { recorded, reported, stop } = await watching();
    stop();
    await until(() => expect(recorded.open()).toBe(0));
    expect(gaps(reported)).toBe(1);
    expect(recorded.connections()).toBe(1);
  });

  it('a key that is refused ends nothing but its own watch', async () => {
    const { exchange, recorded, logged } = await openRecorded(
      market,
      ['streams/bad-key-stream', 'streams/trade-stream'],
      { refusedKey: 50, poll: 20 },
    );
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const events: AccountEvent[] = [];
    const stop = exchange.watchAccount(market.key, (event) => events.push(event));
    await until(() =>
      expect(
        recorded.connections() + recorded.seen.filter(({ path }) => /orders|fills/.test(path)).length,
      ).toBeGreaterThan(2),
    );
    const trades: { kind: string }[] = [];
    exchange.watchTrades((event) => trades.push(event));
    await until(() => expect(gaps(trades)).toBe(1));
    stop();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(events).toEqual([]);
    expect(logged.join('')).not.toContain(market.key.secret);
  });
}
