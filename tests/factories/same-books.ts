import { Big } from 'big.js';
import { expect } from 'vitest';
import { HOUR, SECOND } from '#contracts/rules/time.ts';
import { MemoryDeals } from '../../server/domain/backtest/memory-deals.ts';
import { MemoryRun } from '../../server/domain/backtest/memory-run.ts';
import type { ReplayedRun } from '../../server/domain/backtest/replayed-run.ts';
import type { DealSettings } from '../../server/domain/strategies/averaging/next-deal.ts';
import { dealSettingsOf } from '../../server/domain/strategies/rounds/deal-settings.ts';
import { exchangePair } from './past-bars.ts';
import type { Following } from '../../server/domain/backtest/price-follower.ts';
import { planRun, type RunSettings } from '../../server/domain/strategies/rounds/plan-run.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { XRP } from './matching-world.ts';
import { rules } from './worked-grids.ts';

export const FIRST_PRICE = '0.523';
const MOST_TRIES = 20;

export type Random = () => number;

/** From 0 to 1, the same each time. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
export const price = (value: number): number => Math.round(value * 1e4) / 1e4;
const big = (value: number): Big => new Big(value);

/** A bot as its form has it, and the same in decimals. */
interface AnyBot {
  plan: { type: string; settings: Record<string, unknown> };
  run: RunSettings;
  deals?: DealSettings;
  follow: Following | null;
  /** Prices that it is shown lie between these, and a little beyond. */
  low: number;
  high: number;
}

function linesFor(random: Random) {
  const lines = {
    low: price(between(random, 0.4, 0.5)),
    high: price(between(random, 0.54, 0.66)),
    steps: Math.floor(between(random, 2, 16)),
    invest: Math.round(between(random, 200, 900)),
    spacing: random() < 0.5 ? ('amount' as const) : ('percent' as const),
  };
  return { lines, exact: { ...lines, low: big(lines.low), high: big(lines.high), invest: big(lines.invest) } };
}

/** A grid around the first price. */
function anyGrid(random: Random): AnyBot {
  const isImbalanced = random() < 0.3;
  const { lines, exact } = linesFor(random);
  const size = !isImbalanced && random() < 0.3 ? ('coins' as const) : ('amount' as const);
  const of = { low: lines.low, high: lines.high, follow: null };
  if (!isImbalanced)
    return {
      ...of,
      plan: { type: 'grid', settings: { ...lines, size } },
      run: { type: 'grid', settings: { ...exact, size } },
    };
  const type = 'imbalance-grid';
  return {
    ...of,
    plan: { type, settings: { ...lines, size, lowestWeight: 2 } },
    run: { type, settings: { ...exact, size, lowestWeight: big(2) } },
  };
}

/** How long a bot waits before it follows or begins again: far longer than a test takes, so that only `wait` makes it due. */
const WAIT = HOUR;
const WAIT_SECONDS = WAIT / SECOND;

/** T-5: a grid whose lines follow, up to a line or without end. */
function anyTrendGrid(random: Random): AnyBot {
  const { lines, exact } = linesFor(random);
  const size = random() < 0.3 ? ('coins' as const) : ('amount' as const);
  const last = random() < 0.5 ? null : price(lines.high * 1.05);
  const settings = { ...lines, size, until: last, shiftEvery: WAIT_SECONDS, stopFollows: true };
  const trend = {
    spacing: lines.spacing,
    size,
    until: last === null ? null : big(last),
    every: WAIT,
  };
  return {
    plan: { type: 'trend-grid', settings },
    run: { type: 'trend-grid', settings: { ...exact, size } },
    follow: { by: 'trend', trend: { ...trend, unit: big(0) }, stopFollows: true },
    low: lines.low,
    high: lines.high * 1.2,
  };
}

/** T-9: two prices whose orders rest between borders only. */
function anyRange(random: Random): AnyBot {
  const [buy, sell] = [price(between(random, 0.48, 0.515)), price(between(random, 0.53, 0.56))];
  const [lowBorder, highBorder] = [
    price(buy - between(random, 0.005, 0.02)),
    price(sell + between(random, 0.005, 0.02)),
  ];
  const invest = Math.round(between(random, 100, 500));
  const of = { order: 'buy-sell', counterEarning: true, repeat: true } as const;
  const currencies = { baseCurrency: 'XRP', counterCurrency: 'USDT' };
  return {
    plan: {
      type: 'range',
      settings: { ...of, ...currencies, buy, sell, invest, lowBorder, highBorder, wait: WAIT_SECONDS },
    },
    run: { type: 'range', settings: { ...of, buy: big(buy), sell: big(sell), invest: big(invest) } },
    follow: {
      by: 'borders',
      borders: { low: big(lowBorder), high: big(highBorder), wait: WAIT },
    },
    low: lowBorder - 0.02,
    high: highBorder + 0.02,
  };
}

/** PB-11: deals below the first price, one after the other. */
function anyAveraging(random: Random): AnyBot {
  const settings = {
    base: Math.round(between(random, 15, 60)),
    addition: Math.round(between(random, 15, 60)),
    additions: Math.floor(between(random, 0, 5)),
    deviation: Math.round(between(random, 50, 250)) / 100,
    deviationFactor: 1.2,
    amountFactor: 1.3,
    takeProfit: Math.round(between(random, 50, 300)) / 100,
    stop: random() < 0.7 ? Math.round(between(random, 2, 8)) : null,
    repeat: true,
    coolDown: random() < 0.5 ? 0 : WAIT_SECONDS,
    dealsADay: 50,
    dailyLoss: 90,
  };
  const { coolDown, dealsADay, additions, repeat, stop, ...amounts } = settings;
  const exact = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, big(value)])) as Record<
    keyof typeof amounts,
    Big
  >;
  const typed = { ...exact, coolDown, dealsADay, additions, repeat, stop: stop === null ? null : big(stop) };
  return {
    plan: { type: 'averaging', settings: { ...settings, withoutStop: true } },
    run: { type: 'averaging', settings: typed },
    deals: dealSettingsOf(typed),
    follow: null,
    low: 0.47,
    high: 0.56,
  };
}

function replayOf({ run, follow, deals }: AnyBot): ReplayedRun {
  const plan = planRun(run, new Big(FIRST_PRICE), rules);
  const unit = plan.unit ?? big(0);
  const terms = {
    pair: XRP,
    rules,
    touchFill: 'whole',
    slippage: big(0),
    spread: big(0),
    volumeShare: null,
    price: new Big(FIRST_PRICE),
  } as const;
  if (deals)
    return new MemoryDeals({ ...terms, given: plan.given, deals: { by: 'ladder', ...deals, pair: exchangePair } }, 0);
  const following = follow?.by === 'trend' ? { ...follow, trend: { ...follow.trend, unit } } : follow;
  return new MemoryRun({ ...terms, plan, follow: following }, 0);
}

export const textOf = ({ base, counter }: Record<'base' | 'counter', Big.BigSource>): string[] =>
  [base, counter].map((amount) => new Big(amount).round(8).toFixed());

/** What rests, as the exchange's book has it, with the trigger that it still waits for: once reached, it is an order like any other. */
export const lineOf = ({ side, price: at, ...order }: ReplayedRun['resting'][number]): string => {
  const { stopPrice, quantity, executedQty, workingTime } = order;
  const from = stopPrice.eq(0) || workingTime !== null ? '' : ` from ${stopPrice.toFixed()}`;
  return `${side} ${quantity.minus(executedQty).toFixed()} ${at.toFixed()}${from}`;
};
export const linesOf = ({ resting }: ReplayedRun): string[] => resting.map(lineOf).toSorted();

/** A deal's rest begins, and the next one may open, once its end is written down. */
export async function endedDeals({ sql }: TestSite['database'], botId: string): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`
    select count(*)::int as ended from bot_deals d join bot_runs r on r.id = d.run_id
    where r.bot_id = ${botId} and d.ended_at is not null and d.counter <> 0`;
  return row?.ended ?? 0;
}

type World = Awaited<ReturnType<typeof botWorld>>;

interface Histories {
  bots: number;
  prices: number;
  seed: number;
  of: keyof typeof KINDS;
  /** Lets time pass, of the site and of the paper exchange alike; left out, it does not matter. */
  wait?: (ms: number) => Promise<void>;
}

/** A wait after which all is due that began before it. */
const LATER = WAIT + WAIT / 2;

/** In turns. */
const KINDS = {
  levels: [anyGrid],
  following: [anyTrendGrid, anyRange],
  deals: [anyAveraging],
} as const satisfies Record<string, readonly ((random: Random) => AnyBot)[]>;

/** A bot that runs on the paper exchange, and the same in memory. */
async function startBoth({ database }: TestSite, world: World, wanted: AnyBot) {
  const bot = await world.create(wanted.plan);
  expect((await bot.call('start', { warned: true })).body.error).toBeNull();
  const replay = replayOf(wanted);
  return {
    wanted,
    replay,
    /** Also its next orders are in the exchange's book: one that comes after the price has moved on trades better. */
    async isEqual() {
      await bot.shows(replay.state, ({ owned }) =>
        expect(textOf(owned), JSON.stringify(wanted.plan)).toEqual(textOf(replay.owned)),
      );
      await until(async () =>
        expect((await world.book()).toSorted(), JSON.stringify(wanted.plan)).toEqual(linesOf(replay)),
      );
      if (wanted.deals)
        await until(async () => expect(await endedDeals(database, bot.botId)).toBe(replay.allCycles().length));
    },
    async stop() {
      expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
      await bot.shows('stopped');
    },
  };
}
type Both = Awaited<ReturnType<typeof startBoth>>;

const each = <One>(all: readonly Both[], work: (both: Both) => Promise<One>) => Promise.all(all.map(work));

/** Equal after every price, and after what follows it in time. */
async function together(
  site: TestSite,
  worlds: readonly World[],
  { prices, wait, random, of }: Histories & { random: Random },
) {
  const [first] = worlds;
  if (!first) throw new Error('No bot was asked for.');
  await first.price(FIRST_PRICE);
  const bots: AnyBot[] = [];
  for (const [count, world] of worlds.entries()) {
    const kinds = KINDS[of];
    bots.push(await accepted(world, () => (kinds[count % kinds.length] ?? anyGrid)(random)));
  }
  const all = await Promise.all(worlds.map((world, at) => startBoth(site, world, bots[at] ?? anyGrid(random))));
  let time = 0;
  const print = (at: string, after: number) => {
    time += after;
    for (const { replay } of all) replay.print(time, new Big(at));
  };
  print(FIRST_PRICE, 0);
  await each(all, (both) => both.isEqual());
  for (let turn = 1; turn <= prices; turn += 1) {
    // One that matters to a bot of them.
    const { low, high } = all[Math.floor(random() * all.length)]?.wanted ?? { low: 0, high: 0 };
    const next = String(price(between(random, low - 0.01, high + 0.01)));
    print(next, SECOND);
    await first.price(next);
    await each(all, (both) => both.isEqual());
    if (wait) {
      await wait(LATER);
      print(next, LATER);
      await each(all, (both) => both.isEqual());
    }
  }
  await each(all, (both) => both.stop());
  return {
    deals: all.reduce((sum, { replay }) => sum + replay.fills.length, 0),
    changes: all.reduce((sum, { replay }) => sum + replay.changes, 0),
  };
}

/** Bots that run at the same time, each on a key of its own. */
const AT_ONCE = 10;

/** bots of random settings on the paper exchange, and each in memory over the same prices. Answers what they did. */
export async function sameBooks(site: TestSite, { bots, seed, ...of }: Histories) {
  const random = randomFrom(seed);
  const worlds: World[] = [];
  while (worlds.length < Math.min(bots, AT_ONCE)) worlds.push(await botWorld(site, { main: '100000' }));
  // C-16 would let half of these orders wait: no person's bots place so many.
  site.deps.markets.exchange('binance').orderRates = () => [];
  const done = { deals: 0, changes: 0 };
  for (let count = 0; count < bots; count += AT_ONCE) {
    const { deals, changes } = await together(site, worlds.slice(0, bots - count), { ...of, bots, seed, random });
    done.deals += deals;
    done.changes += changes;
  }
  return done;
}

/** One that the server does not refuse, once it has seen the first price. */
async function accepted(world: World, next: () => AnyBot): Promise<AnyBot> {
  const preview = ({ plan }: AnyBot) =>
    world.post('/api/bots/preview', { market: 'binance', symbolName: 'xrp_usdt', ...plan });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const bot = next();
    const { body } = await until(
      async () => {
        const answer = await preview(bot);
        expect(answer.body.marketPrice).toBe(Number(FIRST_PRICE));
        return answer;
      },
      { interval: 250 },
    );
    if (body.refusals.length === 0) return bot;
  }
  throw new Error('Each of these bots was refused.');
}
