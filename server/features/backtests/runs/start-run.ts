import * as z from 'zod/mini';
import { BacktestRequest } from '#contracts/backtests.ts';
import { newId } from '../../../lib/id.ts';
import type { PastBars } from '../prices/past-bars.ts';
import type { BacktestDeps } from '../deps.ts';
import { backtestsStore } from './backtests.store.ts';
import { fileBars } from './file-bars.ts';
import { searchFault } from './tries.ts';
import { feeOf, startFault, timeFault } from './prepare-run.ts';

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

async function firstBar(
  deps: StartDeps,
  userId: string,
  { request, symbol }: { request: BacktestRequest; symbol: string },
) {
  const { bot, data, interval, from, to } = request;
  if (!data) return deps.past.firstTime({ market: bot.market, symbol, interval, from, to });
  const { bars } = await fileBars(deps.db, userId, { ids: data, symbol, interval, from, to });
  const [time, open] = [bars.times[0], bars.open[0]];
  return time === undefined || open === undefined ? null : ({ time, open } satisfies First);
}

/** writes a run down, which waits for its turn. Nothing is kept of one that could not run. */
export async function startRun(deps: StartDeps, userId: string, wanted: BacktestRequest): Promise<Started> {
  const { db, clock, bus, markets } = deps;
  const now = clock();
  const request = { ...wanted, to: Math.min(wanted.to, now) };
  const { market, symbolName } = request.bot;
  const pair = markets.pairOf(market, symbolName);
  const fault = timeFault(request);
  if (fault !== null) return refused(fault);
  const fee = await feeOf(deps, userId, { market, symbol: pair.symbol, fees: request.fees });
  const first = await firstBar(deps, userId, { request, symbol: pair.symbol });
  if (!first || first.time >= request.to)
    return refused(`There are no prices of ${pair.base}/${pair.counter} in this time. Choose a later start.`);
  const starting = { pair, fee, open: first.open, interval: request.interval };
  const wrong = request.search ? searchFault(request, starting) : startFault(request.bot, starting);
  if (wrong !== null) return refused(wrong);
  const id = newId();
  const isAdded = await backtestsStore(db, userId).add(
    {
      id,
      market,
      symbol: pair.symbol,
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
