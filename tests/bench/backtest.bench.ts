import { Big } from 'big.js';
import { MINUTE } from '#contracts/rules/time.ts';
import { type Bar, type Bars, barsOf } from '../../server/domain/backtest/bars.ts';
import { type BasketReplaySettings, replayBasket } from '../../server/domain/backtest/basket/replay-basket.ts';
import { replayRun, type ReplaySettings } from '../../server/domain/backtest/replay-run.ts';
import { planRun } from '../../server/domain/strategies/rounds/plan-run.ts';
import type { SignalBars } from '../../server/domain/backtest/signal-bars.ts';
import { signalSettingsOf } from '../../server/domain/strategies/signals/run-settings.ts';
import { exchangePair } from '../factories/past-bars.ts';
import { inTurn, median, type Row, summary } from './measure.ts';

const BARS = 525_600;
const ROUNDS = 5;
const MOST_SECONDS = 1;
/** With what is decided at each bar's close. */
const MOST_SECONDS_BY_BARS = 2;
/**
 * A replay may cost so many times the bare scan of the same arrays. This grid fills 11,000 times: that would leave 9 µs a
 * fill, and the exact decimals of one alone take 11 to 16. Of what a fill costs, its level's next step takes the most, then
 * the matching, then the placing of the next order.
 */
const MOST_RATIO = 100;
/** Scans in one measurement: one alone is over too soon. */
const SCANS = 20;

const big = (text: string | number): Big => new Big(text);
const cent = (value: number): number => Math.round(value * 100) / 100;

/** A made year of minutes of BTC/USDT, the same for each seed: it wanders around 50,000, about eight percent a month. */
export function year(from = 12_345): Bars {
  let seed = from;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let price = 50_000;
  const bars = Array.from({ length: BARS }, (_, at): Bar => {
    const open = price;
    price = cent(price + (50_000 - price) * 0.0002 + (random() + random() + random() - 1.5) * 60);
    const [high, low] = [cent(Math.max(open, price) + random() * 15), cent(Math.min(open, price) - random() * 15)];
    return { time: at * MINUTE, open, high, low, close: price, volume: cent(10 + random() * 10) };
  });
  return barsOf(MINUTE, bars);
}

export function gridOfFifty(open: number): ReplaySettings {
  const step = big('0.00001');
  const rules = { tick: big('0.01'), step, minQuantity: step, minNotional: big(5), fee: big('0.001') };
  const lines = { low: big(45_000), high: big(55_000), steps: 50, spacing: 'amount' } as const;
  return {
    plan: planRun({ type: 'grid', settings: { ...lines, size: 'amount', invest: big(10_000) } }, big(open), rules),
    pair: {
      symbol: 'BTCUSDT',
      base: 'BTC',
      quote: 'USDT',
      tick: rules.tick,
      step: rules.step,
      minQty: rules.step,
      maxQty: big(9000),
      marketMaxQty: big(100),
      minPrice: rules.tick,
      maxPrice: null,
      minNotional: rules.minNotional,
      maxNotional: null,
      priceBand: {
        bidMultiplierUp: big(5),
        bidMultiplierDown: big('0.2'),
        askMultiplierUp: big(5),
        askMultiplierDown: big('0.2'),
      },
      maxOrders: 200,
      maxAlgoOrders: null,
      maxOrderLists: null,
      trailingDelta: null,
    },
    rules,
    touchFill: 'none',
    slippage: big('0.0005'),
    spread: rules.tick,
    volumeShare: big('0.1'),
    stop: { below: null, above: null, gain: null, loss: null, at: null },
    endings: { below: 'sell', above: 'keep', gain: 'sell', loss: 'sell', at: 'sell' },
  };
}

/** Seconds of this process's CPU: what else the machine does is left out. */
export async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The least that looks at every bar: two comparisons. */
function scan({ low, high }: Bars): number {
  let found = 0;
  for (let times = 0; times < SCANS; times += 1)
    for (let at = 0; at < BARS; at += 1) if ((low[at] ?? 0) <= 1 || (high[at] ?? 0) >= 1e6) found += 1;
  return found;
}

/** What buyers took of the same minutes, the same each time. */
export function flowOf({ interval, times, high, low, close, volume }: Bars): SignalBars {
  let seed = 54_321;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const all = volume.map((base, at) => base * (close[at] ?? 0) * (random() < 0.05 ? 4 : 1));
  return { interval, times, high, low, close, volume: all, takerBought: all.map((each) => each * random()) };
}

/** PB-8: each minute is a bar that may open a deal. */
export function smartMoney(grid: ReplaySettings, open: number): ReplaySettings {
  const { pair } = grid;
  const typed = {
    interval: '1m',
    factor: big(2),
    mean: 20,
    look: 12,
    bars: 1,
    flow: big('0.15'),
    sellersClose: true,
    places: 1,
    amount: big(500),
    reinvest: true,
    entry: 'now',
    valid: 3,
    takeProfit: big(1),
    stop: big(2),
    trailing: null,
    coolDown: 0,
    dealsADay: 5,
    dailyLoss: big(90),
    invest: big(10_000),
  } as const;
  const { bars, ...settings } = signalSettingsOf(typed, typed);
  if (!bars) throw new Error('No bars open its deals.');
  const known = { ...exchangePair, symbol: pair.symbol, base: pair.base, counter: pair.quote };
  const sizes = { tick: pair.tick, step: pair.step, minQuantity: pair.minQty, maxQuantity: pair.maxQty };
  return {
    ...grid,
    plan: planRun({ type: 'smart-money', settings: typed }, big(open), grid.rules),
    deals: { ...settings, bars, since: 0, pair: { ...known, ...sizes, minNotional: pair.minNotional } },
  };
}

/** one reading of the same year with a decision at each minute's close. */
async function barsRow(prices: Bars): Promise<Row> {
  const bars = { ...prices, signals: flowOf(prices) };
  const open = bars.open[0] ?? 0;
  const settings = smartMoney(gridOfFifty(open), open);
  const { fills } = replayRun(bars, 'drawn', settings);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push(await cpu(() => replayRun(bars, 'drawn', settings)));
  return {
    name: `X-7 a year of minutes for smart money of each minute, one reading, ${fills.length} fills, CPU`,
    found: summary(seconds, 's'),
    goal: `under ${MOST_SECONDS_BY_BARS} s`,
    met: median(seconds) < MOST_SECONDS_BY_BARS,
  };
}

/** X-7, B-1: one reading of a year of minutes of two pairs, each looked at at each minute's close. */
async function basketRow(first: Bars, { pair }: ReplaySettings): Promise<Row> {
  const other = { ...pair, symbol: 'ETHUSDT', base: 'ETH' };
  const all = [first, year(67_890)];
  const half = { target: big('0.5'), given: big(0), taken: big(0) };
  const of: BasketReplaySettings = {
    when: { threshold: big('0.01'), every: null },
    assets: [
      { number: 0, name: pair.quote, target: big(0), given: big(10_000), taken: big(0), startPrice: big(1) },
      ...[pair, other].map(({ base }, at) =>
        Object.assign({ number: at + 1, name: base, startPrice: big(all[at]?.open[0] ?? 0) }, half),
      ),
    ],
    pairs: [pair, other],
    fee: big('0.001'),
    slippage: big('0.0005'),
    spreadTicks: big(1),
    volumeShare: big('0.1'),
    stop: { loss: null, at: null },
    endings: { loss: 'sell', at: 'keep' },
  };
  const { turns } = replayBasket(all, 'drawn', of);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push(await cpu(() => replayBasket(all, 'drawn', of)));
  return {
    name: `X-7 a year of minutes of two pairs for a basket, one reading, ${turns} rebalancings, CPU`,
    found: summary(seconds, 's'),
    goal: `under ${MOST_SECONDS_BY_BARS} s`,
    met: median(seconds) < MOST_SECONDS_BY_BARS,
  };
}

/** one reading of a year of minutes for a grid of 50, in seconds and against the bare scan of its arrays. */
async function gridReadingRows(bars: Bars): Promise<Row[]> {
  const settings = gridOfFifty(bars.open[0] ?? 0);
  const { fills } = replayRun(bars, 'drawn', settings);
  scan(bars);
  const { baselines, products } = await inTurn(ROUNDS, {
    baseline: async () => (await cpu(() => scan(bars))) / SCANS,
    product: () => cpu(() => replayRun(bars, 'drawn', settings)),
  });
  const ratio = median(products) / median(baselines);
  const speed = Math.round(BARS / median(products) / 1000);
  return [
    {
      name: `X-7 a year of minutes for a grid of 50, one reading, ${fills.length} fills, CPU`,
      found: `${summary(products, 's')}, ${speed},000 bars/s`,
      goal: `under ${MOST_SECONDS} s`,
      met: median(products) < MOST_SECONDS,
    },
    {
      name: 'X-7 the same grid, compared with the bare scan of its arrays',
      found: `1/${ratio.toFixed(0)} of it (${summary(
        baselines.map((seconds) => seconds * 1000),
        'ms',
      )})`,
      goal: `at least 1/${MOST_RATIO}`,
      met: ratio < MOST_RATIO,
      ratio,
    },
  ];
}

export async function backtestRows(): Promise<Row[]> {
  const bars = year();
  const settings = gridOfFifty(bars.open[0] ?? 0);
  return [...(await gridReadingRows(bars)), await barsRow(bars), await basketRow(bars, settings)];
}
