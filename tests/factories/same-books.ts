import { Big } from 'big.js';
import { expect } from 'vitest';
import { MemoryRun } from '../../server/domain/backtest/memory-run.ts';
import { planRun, type RunSettings } from '../../server/domain/strategies/rounds/plan-run.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { XRP } from './matching-world.ts';
import { rules } from './worked-grids.ts';

const MINUTE = 60_000;
const FIRST_PRICE = '0.523';
const MOST_TRIES = 20;

type Random = () => number;

/** From 0 to 1, the same each time. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
const price = (value: number): number => Math.round(value * 1e4) / 1e4;

/** A grid around the first price, as its form has it. */
function anyGrid(random: Random) {
  const isImbalanced = random() < 0.3;
  const settings = {
    low: price(between(random, 0.4, 0.5)),
    high: price(between(random, 0.54, 0.66)),
    steps: Math.floor(between(random, 2, 16)),
    spacing: random() < 0.5 ? 'amount' : 'percent',
    size: !isImbalanced && random() < 0.3 ? 'coins' : 'amount',
    invest: Math.round(between(random, 200, 900)),
  };
  return isImbalanced
    ? { type: 'imbalance-grid', settings: { ...settings, lowestWeight: 2 } }
    : { type: 'grid', settings };
}
type Grid = ReturnType<typeof anyGrid>;

/** The same in decimals. */
function runSettings({ type, settings }: Grid): RunSettings {
  const { low, high, invest, ...of } = settings;
  const amounts = { low: new Big(low), high: new Big(high), invest: new Big(invest) };
  const weight = 'lowestWeight' in settings ? { lowestWeight: new Big(2) } : {};
  return { type, settings: { ...of, ...amounts, ...weight } } as RunSettings;
}

const replayOf = (grid: Grid): MemoryRun =>
  new MemoryRun(
    {
      plan: planRun(runSettings(grid), new Big(FIRST_PRICE), rules),
      pair: XRP,
      rules,
      touchFill: 'whole',
      slippage: new Big(0),
      spread: new Big(0),
      volumeShare: null,
      price: new Big(FIRST_PRICE),
    },
    0,
  );

const textOf = ({ base, counter }: Record<'base' | 'counter', Big.BigSource>): string[] =>
  [base, counter].map((amount) => new Big(amount).round(8).toFixed());

/** bots of random settings on the paper exchange, and each in memory over the same prices: equal after every one. */
export async function sameBooks(site: TestSite, { bots, prices, seed }: Record<'bots' | 'prices' | 'seed', number>) {
  const random = randomFrom(seed);
  const world = await botWorld(site, { main: '100000' });
  // C-16 would let half of these orders wait: no person's bots place so many.
  site.deps.markets.exchange('binance').orderRates = () => [];
  let deals = 0;
  for (let count = 0; count < bots; count += 1) {
    await world.price(FIRST_PRICE);
    const grid = await acceptedGrid(world, random);
    const bot = await world.create(grid);
    expect((await bot.call('start', { warned: true })).body.error).toBeNull();
    const replay = replayOf(grid);
    replay.print(0, new Big(FIRST_PRICE));
    const compare = async () => {
      await bot.shows('running', ({ owned }) =>
        expect(textOf(owned), JSON.stringify(grid)).toEqual(textOf(replay.owned)),
      );
      // Its next orders are in the exchange's book before the price moves on: an order that comes late trades better.
      await until(async () => expect(await world.book()).toHaveLength(grid.settings.steps));
    };
    await compare();
    for (let turn = 1; turn <= prices; turn += 1) {
      const next = price(between(random, grid.settings.low - 0.01, grid.settings.high + 0.01));
      replay.print(turn * MINUTE, new Big(next));
      await world.price(String(next));
      await compare();
    }
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
    deals += replay.fills.length;
  }
  return deals;
}

/** One that the server does not refuse, once it has seen the first price. */
async function acceptedGrid(world: Awaited<ReturnType<typeof botWorld>>, random: Random): Promise<Grid> {
  const preview = (grid: Grid) =>
    world.post('/api/bots/preview', { market: 'binance', symbolName: 'xrp_usdt', ...grid });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const grid = anyGrid(random);
    const { body } = await until(
      async () => {
        const answer = await preview(grid);
        expect(answer.body.marketPrice).toBe(Number(FIRST_PRICE));
        return answer;
      },
      { interval: 250 },
    );
    if (body.refusals.length === 0) return grid;
  }
  throw new Error('Each of these grids was refused.');
}
