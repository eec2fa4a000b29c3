import * as z from 'zod/mini';
import type { Big } from 'big.js';
import { BacktestRequest } from '#contracts/backtests.ts';
import { newId } from '../../../lib/id.ts';
import type { PastBars } from '../prices/past-bars.ts';
import type { BacktestDeps } from '../deps.ts';
import { backtestsStore } from './backtests.store.ts';
import { fileBars } from './file-bars.ts';
import { basketFault, basketFee, basketPairs } from './prepare-basket-run.ts';
import { searchFault } from './tries.ts';
import { type BasketBot, byKind, feeOf, type PairBot, type RequestOf, startFault, timeFault } from './prepare-run.ts';

/** A person's runs that wait or are under way. */
const MOST_WAITING = 5;
/** On the bus: something is to be begun or stopped. */
export const CHANGED = 'backtests.changed';

type Started = { error: null; backtestId: string } | { error: string; backtestId: null };
const refused = (error: string): Started => ({ error, backtestId: null });

interface StartDeps extends BacktestDeps {
  past: PastBars;
}

interface First {
  time: number;
  open: number;
}

interface FirstOf {
  request: Pick<BacktestRequest, 'data' | 'interval' | 'from' | 'to'> & { bot: Pick<PairBot, 'market'> };
  symbol: string;
  /** Other pairs of the same run. */
  others?: readonly string[];
}

async function firstBar(deps: StartDeps, userId: string, { request, symbol, others = [] }: FirstOf) {
  const { bot, data, interval, from, to } = request;
  if (!data) return deps.past.firstTime({ market: bot.market, symbol, interval, from, to });
  const { bars } = await fileBars(deps.db, userId, { ids: data, symbol, others, interval, from, to });
  const [time, open] = [bars.times[0], bars.open[0]];
  return time === undefined || open === undefined ? null : ({ time, open } satisfies First);
}

/** What a run would start with, or why it could not. */
type Checked = { fee: Big; symbol: string } | { fault: string };

const noPrices = (pair: string): Checked => ({
  fault: `There are no prices of ${pair} in this time. Choose a later start.`,
});

async function checkPairRun(deps: StartDeps, userId: string, request: RequestOf<PairBot>): Promise<Checked> {
  const { market, symbolName } = request.bot;
  const pair = deps.markets.pairOf(market, symbolName);
  const { symbol } = pair;
  const late = timeFault(request);
  if (late !== null) return { fault: late };
  const fee = await feeOf(deps, userId, { market, symbol, fees: request.fees });
  const first = await firstBar(deps, userId, { request, symbol });
  if (!first || first.time >= request.to) return noPrices(`${pair.base}/${pair.counter}`);
  const starting = { pair, fee, open: first.open, interval: request.interval };
  const fault = request.search ? searchFault(request, starting) : startFault(request.bot, starting);
  return fault === null ? { fee, symbol } : { fault };
}

async function checkBasketRun(deps: StartDeps, userId: string, request: RequestOf<BasketBot>): Promise<Checked> {
  const { bot, fees, to, search } = request;
  const pairs = basketPairs(deps, bot);
  const symbols = pairs.map(({ symbol }) => symbol);
  if (search) return { fault: 'The settings of a basket are not searched.' };
  const late = timeFault(request, pairs.length);
  if (late !== null) return { fault: late };
  const fee = await basketFee(deps, userId, { bot, fees, pairs });
  const firstOf = (from: number) =>
    Promise.all(
      symbols.map((symbol) => firstBar(deps, userId, { request: { ...request, from }, symbol, others: symbols })),
    );
  const earliest = await firstOf(request.from);
  const missing = pairs.find((_, at) => (earliest[at]?.time ?? Infinity) >= to);
  if (missing) return noPrices(`${missing.base}/${missing.counter}`);
  // It begins where the last of its pairs does.
  const begins = Math.max(...earliest.map((bar) => bar?.time ?? 0));
  const first = earliest.every((bar) => bar?.time === begins) ? earliest : await firstOf(begins);
  const opens = new Map(first.flatMap((bar, at) => (bar ? [[symbols[at] ?? '', bar.open] as const] : [])));
  const fault = basketFault(deps, bot, opens);
  const { symbol } = deps.markets.pairOf(bot.market, bot.symbolName);
  return fault === null ? { fee, symbol } : { fault };
}

/** writes a run down, which waits for its turn. Nothing is kept of one that could not run. */
export async function startRun(deps: StartDeps, userId: string, wanted: BacktestRequest): Promise<Started> {
  const { db, clock, bus } = deps;
  const now = clock();
  const request = { ...wanted, to: Math.min(wanted.to, now) };
  const checked = await byKind(request, {
    pair: (of) => checkPairRun(deps, userId, of),
    basket: (of) => checkBasketRun(deps, userId, of),
  });
  if ('fault' in checked) return refused(checked.fault);
  const { fee, symbol } = checked;
  const id = newId();
  const isAdded = await backtestsStore(db, userId).add(
    {
      id,
      market: request.bot.market,
      symbol,
      request: z.encode(BacktestRequest, request),
      fee: fee.toFixed(),
      createdAt: now,
      updatedAt: now,
    },
    MOST_WAITING,
  );
  if (!isAdded) return refused(`${MOST_WAITING} of your runs wait already. Stop one, or wait until one is done.`);
  bus.publish(CHANGED, null);
  return { error: null, backtestId: id };
}
