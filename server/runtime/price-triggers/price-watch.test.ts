import { Big } from 'big.js';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { priceFeed } from '../../../tests/doubles/price-feed.ts';
import type { Mark } from './pair-feed.ts';
import type { Watermark } from './watermarks.store.ts';
import { PriceWatch, type WatchedPair } from './price-watch.ts';
import type { WatchedLevel as Level } from './watch-book.ts';
import { until } from '../../../tests/setup/until.ts';

const BEGIN = 1_000_000;
const below = (price: string): Level => ({ late: 'reaches', price: new Big(price), above: false });
const above = (price: string): Level => ({ late: 'ignored', price: new Big(price), above: true });
const of = {
  ref: { userId: 'u', blockId: 'b' },
  id: 'p',
  market: 'binance' as const,
  symbol: 'XRPUSDT',
  since: BEGIN,
};

/** A process that watches levels; `known` and `mark` are what a process before it left. */
async function watcher({
  feed = priceFeed(['XRPUSDT']),
  known = [] as WatchedPair<typeof of.ref>[],
  mark = null as Mark | null,
  now = BEGIN,
}) {
  const time = { now };
  const reached: string[] = [];
  const saved: Watermark[] = [];
  const delays: ((market: 'binance', symbol: string) => void)[] = [];
  const pairs: ((changed: { symbol: string }[]) => void)[] = [];
  const watch = new PriceWatch({
    clock: () => time.now,
    log: pino({ level: 'silent' }),
    markets: {
      names: () => ['binance'],
      exchange: () => ({
        ...feed,
        watchPairs: (listener) => {
          pairs.push(listener);
          return () => {};
        },
      }),
      onDelayChange: (listener) => {
        delays.push(listener);
        return () => {};
      },
    },
    watermarks: {
      read: async () => new Map(mark ? [['binance.XRPUSDT', mark]] : []),
      save: async (marks) => void saved.push(...marks),
    },
    schedule: (_, id) => reached.push(id),
  });
  await watch.start(known);
  await Promise.resolve();
  const trade = (...prices: string[]) => {
    for (const price of prices) feed.trade('XRPUSDT', price, (time.now += 10));
  };
  const range = (id = 'p') => {
    const found = watch.take(id)?.traded ?? null;
    return found && [found.low.toFixed(), found.high.toFixed()];
  };
  return { feed, watch, reached, saved, delays, pairs, time, trade, range };
}

async function watching(...levels: Level[]) {
  const watched = await watcher({});
  watched.watch.watch({ ...of, levels });
  return watched;
}

describe('V-15 levels that this server watches', () => {
  it('V-15 a touch between two looks is not missed, and is reported once', async () => {
    const { reached, trade, range } = await watching(below('0.49'), above('0.55'));
    trade('0.52', '0.48', '0.52');
    expect(reached).toEqual(['p']);
    expect(range()).toEqual(['0.48', '0.48']);
    expect(range()).toBeNull();
  });

  it('V-15 a trade exactly at a level reaches it, on either side; one tick short does not', async () => {
    const { reached, trade } = await watching(below('0.49'), above('0.55'));
    trade('0.4901', '0.5499');
    expect(reached).toEqual([]);
    trade('0.49');
    expect(reached).toEqual(['p']);
    const other = await watching(below('0.49'), above('0.55'));
    other.trade('0.55');
    expect(other.reached).toEqual(['p']);
  });

  it('V-15 both ends of what was traded are kept', async () => {
    const { trade, range } = await watching(below('0.49'), above('0.55'));
    trade('0.485', '0.481', '0.57', '0.56');
    expect(range()).toEqual(['0.481', '0.57']);
  });

  it('V-15 a changed level replaces the old one, the same one again forgets nothing, a forgotten one is silent', async () => {
    const { watch, reached, trade, range } = await watching(below('0.49'));
    trade('0.48');
    watch.watch({ ...of, levels: [below('0.49')] });
    expect(range()).toEqual(['0.48', '0.48']);
    watch.watch({ ...of, levels: [below('0.4')] });
    trade('0.48');
    expect(reached).toHaveLength(1);
    watch.forget('p');
    trade('0.3');
    expect(reached).toHaveLength(1);
  });

  it('V-15 each of several positions of a pair is notified of its own levels; the nearest of all decides', async () => {
    const { watch, reached, trade } = await watching(below('0.49'), above('0.55'));
    watch.watch({ ...of, id: 'q', levels: [below('0.47'), above('0.6')] });
    watch.watch({ ...of, id: 'r', levels: [below('0.5')] });
    trade('0.495');
    expect(reached).toEqual(['r']);
    trade('0.48');
    expect(reached).toEqual(['r', 'p']);
    watch.forget('p');
    watch.forget('r');
    trade('0.48', '0.56', '0.6');
    expect(reached).toEqual(['r', 'p', 'q']);
    expect([watch.take('p'), watch.take('r')]).toEqual([null, null]);
  });

  it('V-15 a reached level is reported once until it is taken, then anew; a position without levels reports nothing', async () => {
    const { watch, reached, trade, range } = await watching(below('0.49'));
    trade('0.48', '0.47');
    expect(reached).toEqual(['p']);
    expect(range()).toEqual(['0.47', '0.48']);
    trade('0.46');
    expect(reached).toEqual(['p', 'p']);
    watch.watch({ ...of, levels: [] });
    range();
    trade('0.4');
    expect(reached).toEqual(['p', 'p']);
    watch.watch({ ...of, levels: [above('0.5')] });
    trade('0.4', '0.51');
    expect(range()).toEqual(['0.51', '0.51']);
  });

  it('a trade from before a level was set does not reach it; one since then does, though the level came later', async () => {
    const { watch, time, trade, range } = await watcher({});
    trade('0.48', '0.52');
    const since = time.now + 5;
    trade('0.485', '0.52');
    watch.watch({ ...of, since, levels: [below('0.49'), above('0.55')] });
    expect(range()).toEqual(['0.485', '0.485']);
  });

  it('V-15 what was traded in a gap is found in candles: a stop is reached late, a take profit only at the price of now', async () => {
    const { feed, time, trade, range } = await watching(below('0.49'), above('0.55'));
    trade('0.52');
    feed.cut();
    time.now += 5_000;
    trade('0.56');
    time.now += 5_000;
    trade('0.48', '0.481');
    time.now += 5_000;
    trade('0.52');
    feed.heal();
    await until(() => expect(range()).toEqual(['0.48', '0.481']));
    trade('0.52');
    expect(range()).toBeNull();
    trade('0.55');
    expect(range()).toEqual(['0.55', '0.55']);
  });

  it('EX-8 the best price of a gap is seen by a stop that follows, and sets off no take profit', async () => {
    const peak: Level = { late: 'seen', price: new Big('0.53'), above: true };
    const { feed, watch, time, trade } = await watching(peak, above('0.55'));
    const taken = () => {
      const { traded, seen } = watch.take('p') ?? {};
      return [traded?.high.toFixed() ?? null, seen?.high.toFixed() ?? null];
    };
    trade('0.54');
    expect(taken()).toEqual(['0.54', '0.54']);
    feed.cut();
    time.now += 5_000;
    trade('0.56');
    time.now += 5_000;
    trade('0.52');
    feed.heal();
    await until(() => expect(taken()).toEqual([null, '0.56']));
    trade('0.57');
    watch.giveBack('p', { traded: null, seen: { low: new Big('0.58'), high: new Big('0.58') }, at: 0 });
    expect(taken()).toEqual(['0.57', '0.58']);
    expect(taken()).toEqual([null, null]);
  });

  it('V-15 a gap is looked at for the levels of its time: one that was set within it sees nothing from before', async () => {
    const { feed, watch, time, trade, range, reached } = await watching(below('0.4'));
    trade('0.52');
    feed.cut();
    time.now += 5_000;
    trade('0.48');
    time.now += 5_000;
    watch.watch({ ...of, since: time.now, levels: [below('0.49')] });
    time.now += 5_000;
    trade('0.52');
    feed.heal();
    trade('0.52');
    await new Promise((done) => setTimeout(done, 50));
    expect([range(), reached]).toEqual([null, []]);
  });

  it('V-15 of the second in which a level was set within a gap, the trades since then count and those before do not', async () => {
    const { feed, watch, time, trade, range } = await watching(below('0.4'));
    trade('0.52');
    feed.cut();
    time.now = BEGIN + 5_100;
    trade('0.47');
    watch.watch({ ...of, since: time.now + 100, levels: [below('0.49')] });
    time.now += 200;
    trade('0.48');
    time.now += 200;
    trade('0.52');
    feed.heal();
    await until(() => expect(range()).toEqual(['0.48', '0.48']));
  });

  it('V-15 what was traded while no process watched is found by the next one, from where the last one ended', async () => {
    const first = await watching(below('0.49'));
    first.trade('0.52');
    await first.watch.stop();
    const mark = first.saved.at(-1)?.mark ?? null;
    expect(mark).toMatchObject({ time: first.time.now });
    first.time.now += 60_000;
    first.trade('0.47');
    first.time.now += 60_000;
    const second = await watcher({
      feed: first.feed,
      known: [{ ...of, levels: [below('0.49')] }],
      mark,
      now: first.time.now,
    });
    await until(() => expect(second.range()).toEqual(['0.47', '0.47']));
    expect(second.reached).toEqual(['p']);
  });

  it("V-15 what was traded just after a level was set counts, also where the exchange's clock is learned while it is read", async () => {
    const feed = priceFeed(['XRPUSDT', 'ETHUSDT']);
    const ahead = 2_200;
    feed.past('XRPUSDT', '0.48', BEGIN + 490 + ahead);
    feed.past('XRPUSDT', '0.485', BEGIN + 700 + ahead);
    feed.past('XRPUSDT', '0.52', BEGIN + 750 + ahead);
    const next = await watcher({
      feed: {
        ...feed,
        trades: (asked) => {
          if (feed.tradesAsked() === 0) feed.trade('ETHUSDT', '1800', BEGIN + 800 + ahead);
          return feed.trades(asked);
        },
      },
      known: [{ ...of, since: BEGIN + 500, levels: [below('0.49')] }],
      now: BEGIN + 800,
    });
    await until(() => expect(next.range()).toEqual(['0.485', '0.485']));
  });

  it('V-15 a level taken over from another process is looked at from some seconds before the last mark on', async () => {
    const feed = priceFeed(['XRPUSDT']);
    feed.trade('XRPUSDT', '0.47', BEGIN + 1_000);
    feed.trade('XRPUSDT', '0.52', BEGIN + 30_000);
    feed.trade('XRPUSDT', '0.48', BEGIN + 51_000);
    feed.trade('XRPUSDT', '0.52', BEGIN + 58_000);
    // The mark is another engine's, which has gone on while this level's engine was gone.
    const mark = { price: new Big('0.52'), time: BEGIN + 60_000 };
    const next = await watcher({ feed, mark, now: BEGIN + 61_000 });
    next.watch.watch({ ...of, levels: [below('0.49')] });
    await until(() => expect(next.range()).toEqual(['0.48', '0.48']));
  });

  it('what could not be acted on is found by the next look', async () => {
    const { watch, trade, range } = await watching(below('0.49'));
    trade('0.48', '0.47');
    const taken = watch.take('p');
    trade('0.485');
    if (taken) watch.giveBack('p', taken);
    expect(range()).toEqual(['0.47', '0.485']);
  });

  it('a pair whose trades are missing, or whose status changes, has its positions looked at', async () => {
    const { reached, delays, pairs } = await watching(below('0.49'));
    delays[0]?.('binance', 'XRPUSDT');
    delays[0]?.('binance', 'ETHUSDT');
    pairs[0]?.([{ symbol: 'XRPUSDT' }, { symbol: 'BTCUSDT' }]);
    expect(reached).toEqual(['p', 'p']);
  });
});
