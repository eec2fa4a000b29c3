import { Big } from 'big.js';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { BotPlan } from '../../server/contracts/bot-settings.ts';
import { MINUTE, SECOND } from '../../server/contracts/rules/time.ts';
import { MemoryDeals } from '../../server/domain/backtest/memory-deals.ts';
import type { SignalBars } from '../../server/domain/backtest/signal-bars.ts';
import { signalSettingsOf } from '../../server/domain/strategies/signals/run-settings.ts';
import type { Candle } from '../../server/exchanges/exchange.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { XRP } from './matching-world.ts';
import { exchangePair } from './past-bars.ts';
import { between, FIRST_PRICE, linesOf, price, type Random, randomFrom, textOf } from './same-books.ts';
import { rules } from './worked-grids.ts';

const LENGTH = 5 * MINUTE;
const INTERVAL = '5m';
/** Bars that look back, and those before the start. */
const MEAN = 20;
const LOOK = 3;
const BEFORE = MEAN + LOOK + 2;
const GIVEN = 500;
/** An exchange tells a bar a moment after its end. */
const AFTER = 3 * SECOND;

const IN_TIME = { timeout: 20_000, interval: 100 };

function anySettings(random: Random) {
  return {
    interval: INTERVAL,
    factor: 2,
    mean: MEAN,
    look: LOOK,
    bars: 1,
    flow: 0.15,
    sellersClose: random() < 0.7,
    invest: GIVEN,
    places: 1 + Math.floor(random() * 3),
    amount: random() < 0.3 ? 60 : null,
    reinvest: random() < 0.5,
    entry: random() < 0.5 ? 'limit' : 'now',
    valid: 1 + Math.floor(random() * 3),
    takeProfit: random() < 0.8 ? Math.round(between(random, 100, 300)) / 100 : null,
    stop: Math.round(between(random, 100, 400)) / 100,
    trailing: null,
    coolDown: 0,
    dealsADay: 50,
    dailyLoss: 90,
  };
}

interface Bar {
  close: number;
  volume: number;
  bought: number;
}

/** Every other bar or so stands out, taken by buyers more often than by sellers. */
function anyBar(random: Random): Bar {
  const close = price(between(random, 0.505, 0.545));
  const volume = random() < 0.6 ? Math.round(between(random, 2500, 9000)) : 1000;
  return { close, volume, bought: volume * (random() < 0.75 ? 0.8 : 0.1) };
}

const candleOf = (openTime: number, { close, volume, bought }: Bar): Candle => ({
  openTime,
  closeTime: openTime + LENGTH - 1,
  open: new Big(close),
  high: new Big(close),
  low: new Big(close),
  close: new Big(close),
  volume: new Big(volume),
  quoteVolume: new Big(volume),
  takerBase: null,
  takerQuote: new Big(bought),
  trades: null,
});

const columnsOf = (bars: readonly Bar[], first: number): SignalBars => ({
  interval: LENGTH,
  times: Float64Array.from(bars, (_, at) => first + at * LENGTH),
  close: Float64Array.from(bars, ({ close }) => close),
  volume: Float64Array.from(bars, ({ volume }) => volume),
  takerBought: Float64Array.from(bars, ({ bought }) => bought),
});

interface History {
  bars: number;
  seed: number;
  clock: () => number;
  /** Lets time pass, of the site and of the paper exchange alike. */
  wait: (ms: number) => Promise<void>;
}

/** a smart money bot on the paper exchange, and the same in memory, by the same bars and prices. Answers its trades. */
export async function sameSignals(site: TestSite, { bars: count, seed, clock, wait }: History): Promise<number> {
  const random = randomFrom(seed);
  const settings = anySettings(random);
  const world = await botWorld(site, { main: '100000' });
  await world.price(FIRST_PRICE);
  /** Until a moment after a bar's end, and never back. */
  const waitUntil = (time: number) => wait(Math.max(0, time - clock()));
  const opens = Math.ceil(clock() / LENGTH) * LENGTH;
  await waitUntil(opens + AFTER);
  const quiet = Array.from({ length: BEFORE }, () => ({ close: Number(FIRST_PRICE), volume: 1000, bought: 500 }));
  const bars = [...quiet, ...Array.from({ length: count }, () => anyBar(random))];
  const first = opens - BEFORE * LENGTH;
  const exchange = site.deps.markets.exchange('binance');
  const read = exchange.candles.bind(exchange);
  const told = bars.map((bar, at) => candleOf(first + at * LENGTH, bar));
  const spied = vi.spyOn(exchange, 'candles').mockImplementation(async (of) => {
    if (of.interval !== INTERVAL) return read(of);
    const value = told.filter(({ openTime }) => openTime >= (of.startTime ?? 0) && openTime + LENGTH <= clock());
    return { outcome: 'ok', value };
  });
  try {
    const bot = await world.create({ type: 'smart-money', settings });
    const since = clock();
    expect((await bot.call('start', { warned: true })).body.error).toBeNull();
    const plan = z.parse(BotPlan, { type: 'smart-money', settings });
    if (plan.type !== 'smart-money') throw new Error('It is another type.');
    const { bars: by, ...of } = signalSettingsOf(plan.settings, plan.settings);
    if (!by) throw new Error('No bars open its deals.');
    const replay = new MemoryDeals(
      {
        pair: XRP,
        rules,
        touchFill: 'whole',
        slippage: new Big(0),
        spread: new Big(0),
        volumeShare: null,
        price: new Big(FIRST_PRICE),
        given: { base: new Big(0), counter: new Big(GIVEN) },
        deals: { ...of, bars: by, since, pair: exchangePair },
        signals: columnsOf(bars, first),
      },
      since,
    );
    const isEqual = async () => {
      await bot.shows(replay.state, ({ owned }) =>
        expect(textOf(owned), JSON.stringify(settings)).toEqual(textOf(replay.owned)),
      );
      await until(async () => expect((await world.book()).toSorted()).toEqual(linesOf(replay)), IN_TIME);
    };
    /** The live run has decided on the bar that ended then. */
    const isDecided = (ends: number) =>
      until(async () => {
        const [row] = await site.database.sql<{ until: string }[]>`
          select bars->>'until' as until from bot_runs where bot_id = ${bot.botId}`;
        expect(Number(row?.until)).toBe(ends);
      }, IN_TIME);
    let last = new Big(FIRST_PRICE);
    replay.print(since, last);
    await isDecided(opens);
    for (let turn = 0; turn < count; turn += 1) {
      const begins = opens + turn * LENGTH;
      last = new Big(bars[BEFORE + turn]?.close ?? 0);
      replay.print(begins + AFTER + SECOND, last);
      await world.price(last.toFixed());
      await isEqual();
      await waitUntil(begins + LENGTH + AFTER);
      replay.print(begins + LENGTH + AFTER, last);
      if (replay.halted === null) await isDecided(begins + LENGTH);
      await isEqual();
    }
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    return replay.fills.length;
  } finally {
    spied.mockRestore();
  }
}
