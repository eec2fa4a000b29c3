import { Big } from 'big.js';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { BotPlan } from '../../server/contracts/bot-settings.ts';
import { HOUR, MINUTE, SECOND } from '../../server/contracts/rules/time.ts';
import { MemoryDeals } from '../../server/domain/backtest/memory-deals.ts';
import type { SignalBars } from '../../server/domain/backtest/signal-bars.ts';
import { breakoutSettings } from '../../server/domain/strategies/rounds/breakout-deals.ts';
import { signalSettingsOf } from '../../server/domain/strategies/signals/run-settings.ts';
import type { Candle } from '../../server/exchanges/exchange.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { XRP } from './matching-world.ts';
import { exchangePair } from './past-bars.ts';
import { between, endedDeals, FIRST_PRICE, lineOf, price, type Random, randomFrom, textOf } from './same-books.ts';
import { rules } from './worked-grids.ts';

/** Length of their bars. */
const LENGTHS = {
  'smart-money': { interval: '5m', length: 5 * MINUTE },
  'smart-money-turtle': { interval: '1h', length: HOUR },
} as const;
type Type = keyof typeof LENGTHS;
/** Bars that look back, and those before the start. */
const MEAN = 20;
const LOOK = 3;
const BEFORE = MEAN + LOOK + 2;
const GIVEN = 500;
/** An exchange lists a bar a moment after its end. */
const AFTER = 3 * SECOND;

/** The look of each minute finds what no event has brought. */
const IN_TIME = { timeout: 90_000, interval: 100 };

function anySettings(random: Random) {
  return {
    interval: LENGTHS['smart-money'].interval,
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
    trailing: random() < 0.5 ? null : Math.round(between(random, 100, 300)) / 100,
    coolDown: 0,
    dealsADay: 50,
    dailyLoss: 90,
  };
}

/** PB-9: its filter stays on for longer. */
function anyTurtle(random: Random) {
  return {
    interval: LENGTHS['smart-money-turtle'].interval,
    factor: 2,
    mean: MEAN,
    look: LOOK + Math.floor(random() * 6),
    bars: 1,
    flow: 0.15,
    sellersClose: random() < 0.5,
    invest: GIVEN,
    risk: 1 + Math.round(random() * 40) / 10,
    units: 1 + Math.floor(random() * 4),
    reinvest: random() < 0.5,
    coolDown: 0,
    dealsADay: 50,
    dailyLoss: 90,
  };
}

/** What its deals go by. */
function dealsOf(type: Type, settings: object) {
  const plan = z.parse(BotPlan, { type, settings });
  if (plan.type === 'smart-money-turtle') return breakoutSettings(plan.settings);
  if (plan.type !== 'smart-money') throw new Error('It is another type.');
  const { bars, ...of } = signalSettingsOf(plan.settings, plan.settings);
  if (!bars) throw new Error('No bars open its deals.');
  return { ...of, bars };
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

/** How far each goes beyond its close. */
const RANGE = 0.0012;
const highOf = ({ close }: Bar): number => price(close + RANGE);
const lowOf = ({ close }: Bar): number => price(close - RANGE);

const candleOf = (bar: Bar, openTime: number, length: number): Candle => ({
  openTime,
  closeTime: openTime + length - 1,
  open: new Big(bar.close),
  high: new Big(highOf(bar)),
  low: new Big(lowOf(bar)),
  close: new Big(bar.close),
  volume: new Big(bar.volume),
  quoteVolume: new Big(bar.volume),
  takerBase: null,
  takerQuote: new Big(bar.bought),
  trades: null,
});

const columnsOf = (bars: readonly Bar[], first: number, interval: number): SignalBars => ({
  interval,
  times: Float64Array.from(bars, (_, at) => first + at * interval),
  high: Float64Array.from(bars, highOf),
  low: Float64Array.from(bars, lowOf),
  close: Float64Array.from(bars, ({ close }) => close),
  volume: Float64Array.from(bars, ({ volume }) => volume),
  takerBought: Float64Array.from(bars, ({ bought }) => bought),
});

interface History {
  type?: Type;
  bars: number;
  seed: number;
  clock: () => number;
  /** Lets time pass, of the site and of the paper exchange alike. */
  wait: (ms: number) => Promise<void>;
}

/** Whether what rests is the same, order by order: one that took the place of another may look like it. */
function sameOrders() {
  /** By the name in memory, the id on the exchange. */
  const known = new Map<string, string>();
  return (live: readonly { id: string; line: string }[], { resting }: MemoryDeals): void => {
    const orders = resting.map((order) => ({ name: order.clientOrderId, line: lineOf(order) }));
    expect(linesIn(live)).toEqual(linesIn(orders));
    const lines = new Map(live.map(({ id, line }) => [id, line]));
    for (const { name, line } of orders) expect(lines.get(known.get(name) ?? '') ?? line).toBe(line);
    const taken = new Set(known.values());
    const fresh = live.filter(({ id }) => !taken.has(id)).toSorted(byLine);
    const unknown = orders.filter(({ name }) => !known.has(name)).toSorted(byLine);
    expect(linesIn(fresh)).toEqual(linesIn(unknown));
    for (const [at, { id }] of fresh.entries()) known.set(unknown[at]?.name ?? '', id);
  };
}
type Line = { line: string };
const byLine = (one: Line, other: Line): number => one.line.localeCompare(other.line);
const linesIn = (of: readonly Line[]): string[] => of.map(({ line }) => line).toSorted();

/** a bot that goes by bars on the paper exchange, and the same in memory, by the same bars and prices. Answers its trades. */
export async function sameSignals(
  site: TestSite,
  { type = 'smart-money', bars: count, seed, clock, wait }: History,
): Promise<number> {
  const random = randomFrom(seed);
  const settings = type === 'smart-money' ? anySettings(random) : anyTurtle(random);
  const { interval, length } = LENGTHS[type];
  const world = await botWorld(site, { main: '100000' });
  await world.price(FIRST_PRICE);
  /** Until a moment after a bar's end, and never back. */
  const waitUntil = (time: number) => wait(Math.max(0, time - clock()));
  const opens = Math.ceil(clock() / length) * length;
  await waitUntil(opens + AFTER);
  const quiet = Array.from({ length: BEFORE }, () => ({ close: Number(FIRST_PRICE), volume: 1000, bought: 500 }));
  const bars = [...quiet, ...Array.from({ length: count }, () => anyBar(random))];
  const first = opens - BEFORE * length;
  const exchange = site.deps.markets.exchange('binance');
  const read = exchange.candles.bind(exchange);
  const told = bars.map((bar, at) => candleOf(bar, first + at * length, length));
  const spied = vi.spyOn(exchange, 'candles').mockImplementation(async (of) => {
    if (of.interval !== interval) return read(of);
    const value = told.filter(({ openTime }) => openTime >= (of.startTime ?? 0) && openTime + length <= clock());
    return { outcome: 'ok', value };
  });
  try {
    const bot = await world.create({ type, settings });
    const since = clock();
    expect((await bot.call('start', { warned: true })).body.error).toBeNull();
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
        deals: { ...dealsOf(type, settings), since, pair: exchangePair },
        signals: columnsOf(bars, first, length),
      },
      since,
    );
    const checkOrders = sameOrders();
    const isEqual = async () => {
      await bot.shows(replay.state, ({ owned }) =>
        expect(textOf(owned), JSON.stringify(settings)).toEqual(textOf(replay.owned)),
      );
      await until(async () => checkOrders(await world.resting(), replay), IN_TIME);
      await until(
        async () => expect(await endedDeals(site.database, bot.botId)).toBe(replay.allCycles().length),
        IN_TIME,
      );
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
      const begins = opens + turn * length;
      const { close = 0 } = bars[BEFORE + turn] ?? {};
      // A breakout may go on before its bar ends.
      const further = type === 'smart-money' ? [] : [price(between(random, 0.515, 0.55))];
      for (const at of [...further, close]) {
        last = new Big(at);
        replay.print(begins + AFTER + SECOND, last);
        await world.price(last.toFixed());
        await isEqual();
      }
      await waitUntil(begins + length + AFTER);
      replay.print(begins + length + AFTER, last);
      if (replay.halted === null) await isDecided(begins + length);
      await isEqual();
    }
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    return replay.fills.length;
  } finally {
    spied.mockRestore();
  }
}
