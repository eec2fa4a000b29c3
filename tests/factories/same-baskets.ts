import { Big } from 'big.js';
import { expect } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../server/contracts/rules/time.ts';
import { MemoryBasket } from '../../server/domain/backtest/basket/memory-basket.ts';
import type { GivenAsset } from '../../server/domain/strategies/basket/basket-facts.ts';
import { matchingPair, pairTexts } from '../../server/features/backtests/worker/replay-job.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { botWorld } from './bot-world.ts';
import { between, type Random, randomFrom } from './same-books.ts';

const COUNTER = 'USDT';
/** Assets with their first prices. */
const ASSETS = [
  { asset: 'BTC', first: 100_000, decimals: 2 },
  { asset: 'ETH', first: 3400, decimals: 2 },
  { asset: 'SOL', first: 150, decimals: 2 },
] as const;
const FEE = '0.001';
/** B-3, and a little. */
const REST = 11 * MINUTE;
/** After a minute’s close. */
const AFTER = 2 * SECOND;
const IN_TIME = { timeout: 40_000, interval: 100 };

/** Whole percents that add up to 100, the last one that of the counter currency, which may be none. */
function anyPercents(random: Random): number[] {
  const [one, two] = [20 + Math.floor(random() * 20), 15 + Math.floor(random() * 20)];
  const money = random() < 0.5 ? 0 : 10;
  return [one, two, 100 - one - two - money, money];
}

function anyBasket(random: Random) {
  const percents = anyPercents(random);
  const names = [...ASSETS.map(({ asset }) => asset), COUNTER];
  const assets = names.flatMap((asset, at) => (percents[at] ? [{ asset, percent: percents[at] }] : []));
  const isByTime = random() < 0.3;
  return {
    settings: {
      assets,
      invest: Math.round(between(random, 300, 3000)),
      threshold: isByTime && random() < 0.5 ? null : 1 + Math.floor(random() * 4),
      every: isByTime ? 1 : null,
    },
    stop: random() < 0.3 ? { loss: 12, endings: { loss: 'sell' } } : {},
  };
}
type Wanted = ReturnType<typeof anyBasket>;

const text = (amount: Big.BigSource): string => new Big(amount).round(8).toFixed();

/** The same basket in memory, without slippage and with fills of any size, as on the paper exchange while its prices are held. */
function memoryBasket(site: TestSite, { settings, stop }: Wanted, now: number): MemoryBasket {
  const target = (name: string) => new Big(settings.assets.find(({ asset }) => asset === name)?.percent ?? 0).div(100);
  const asset = (number: number, name: string, amounts: Record<'given' | 'first', number>): GivenAsset => {
    const [given, startPrice] = [new Big(amounts.given), new Big(amounts.first)];
    return { number, name, target: target(name), given, taken: new Big(0), startPrice };
  };
  const pairs = ASSETS.map(({ asset: base }) => {
    const pair = site.deps.markets.findExchangePair('binance', `${base}_${COUNTER}`);
    if (!pair) throw new Error(`${base} is not traded.`);
    return matchingPair(pairTexts(pair));
  });
  const { threshold, every } = settings;
  return new MemoryBasket(
    {
      when: { threshold: threshold === null ? null : new Big(threshold).div(100), every: every && every * HOUR },
      assets: [
        asset(0, COUNTER, { given: settings.invest, first: 1 }),
        ...ASSETS.map(({ asset: name, first }, at) => asset(at + 1, name, { given: 0, first })),
      ],
      pairs,
      fee: new Big(FEE),
      slippage: new Big(0),
      spreadTicks: new Big(0),
      volumeShare: null,
      stop: { loss: stop.loss === undefined ? null : new Big(stop.loss).div(100), at: null },
      endings: { loss: 'sell', at: 'keep' },
    },
    now,
  );
}

interface History {
  /** Times at which its prices move. */
  turns: number;
  seed: number;
  clock: () => number;
  /** Lets time pass, of the site and of the paper exchange alike. */
  wait: (ms: number) => Promise<void>;
}

/** a basket on the paper exchange, and the same in memory over the same prices. Answers its trades. */
export async function sameBaskets(site: TestSite, { turns, seed, clock, wait }: History): Promise<number> {
  const random = randomFrom(seed);
  const world = await botWorld(site, { main: '100000' });
  for (const { asset } of ASSETS) await world.control('balance', { key: world.paperKey, asset, free: '0' });
  const setPrices = async (prices: readonly number[]): Promise<void> => {
    for (const [at, { asset }] of ASSETS.entries())
      await world.control('price', { symbol: `${asset}${COUNTER}`, price: String(prices[at]) });
    await until(() => {
      const told = ASSETS.map(({ asset }) => site.deps.markets.lastPrice('binance', `${asset}${COUNTER}`)?.price);
      expect(told.map(Number)).toEqual(prices);
    });
  };
  /** A moment after the close of a minute, this long from now or a little later. */
  const toMinute = (ms: number): Promise<void> => {
    const closes = Math.ceil((clock() + ms - AFTER) / MINUTE) * MINUTE;
    return wait(closes + AFTER - clock());
  };
  let prices: number[] = ASSETS.map(({ first }) => first);
  await toMinute(0);
  await setPrices(prices);
  const wanted = anyBasket(random);
  const bot = await world.create({ type: 'basket', settings: wanted.settings }, { stop: wanted.stop });
  const replay = memoryBasket(site, wanted, clock());
  expect((await bot.call('start')).body.error).toBeNull();
  /** The live one has looked, and does nothing before the next minute; one that is over is not due any more. */
  const hasLooked = () =>
    until(async () => {
      const [row] = await site.database.sql<{ due: string | null }[]>`
        select due_at as due from bot_runs where bot_id = ${bot.botId} and state <> 'stopped'`;
      if (row?.due) expect(Number(row.due)).toBeGreaterThan(clock());
    }, IN_TIME);
  const isEqual = () =>
    bot.shows(replay.state, (run) => {
      const { parts, owned } = run as typeof run & { parts: { asset: string; held: number }[] };
      const held = ASSETS.map(({ asset }) => text(parts.find((part) => part.asset === asset)?.held ?? 0));
      expect([text(owned.counter), ...held], JSON.stringify(wanted)).toEqual(replay.owned.map(text));
    });
  const look = (): void => {
    const time = Math.floor(clock() / MINUTE) * MINUTE;
    replay.look({ time, prices: prices.map((price) => new Big(price)), volumes: [] });
  };
  await isEqual();
  for (let turn = 0; turn < turns && replay.state === 'running'; turn += 1) {
    // Its prices move within one minute, so that no look sees only some of them.
    await toMinute(REST);
    look();
    await hasLooked();
    await isEqual();
    prices = prices.map((price) => Number((price * between(random, 0.86, 1.14)).toFixed(2)));
    await setPrices(prices);
    await toMinute(MINUTE);
    look();
    await hasLooked();
    await isEqual();
  }
  if (replay.state === 'running') {
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
  }
  return replay.fills.length;
}
