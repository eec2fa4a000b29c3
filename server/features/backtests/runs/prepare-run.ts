import { Big } from 'big.js';
import * as z from 'zod/mini';
import { type BacktestRequest, BacktestRequest as Request } from '#contracts/backtests.ts';
import { BotPlan, BotStop } from '#contracts/bot-settings.ts';
import { type BacktestInterval, INTERVAL_MS, MOST_BARS, whyNotOverPast } from '#contracts/rules/backtest-limits.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { checkPlan } from '../../bots/index.ts';
import type { BacktestDeps } from '../deps.ts';
import { checksumOf } from '../prices/packed-bars.ts';
import { pairTexts, type ReplayJob } from '../worker/replay-job.ts';
import { signalsFault } from './with-signals.ts';

const USUAL_FEE = new Big('0.001');
/** X-4, percent. */
const USUAL_SLIPPAGE = 0.05;
const PERCENT = 100;

type Bot = BacktestRequest['bot'];

export function splitBot({ market: _market, symbolName: _symbolName, stop = {}, ...plan }: Bot): {
  plan: BotPlan;
  stop: BotStop;
} {
  return { plan, stop };
}

/** What the person pays for a trade, as a fraction: typed, or of the active key. */
export async function feeOf(
  { keys, marketContext }: Pick<BacktestDeps, 'keys' | 'marketContext'>,
  userId: string,
  { market, symbol, fees }: { market: Market; symbol: string; fees: number | null | undefined },
): Promise<Big> {
  if (fees !== null && fees !== undefined) return new Big(fees).div(PERCENT);
  const key = await keys.active(userId, market);
  if (!key) return USUAL_FEE;
  const seen = await marketContext.of({ userId, keyId: key.keyId, market, symbol }, { needsFee: true });
  return seen?.fee ?? USUAL_FEE;
}

/** Why this time cannot be run at all; null where it can. */
export function timeFault({ from, to, interval }: Pick<BacktestRequest, 'from' | 'to' | 'interval'>): string | null {
  const bars = (to - from) / INTERVAL_MS[interval];
  if (bars < 2) return 'The end lies before the start, or too near to it. Choose a longer time.';
  return bars > MOST_BARS
    ? `This time has ${Math.ceil(bars).toLocaleString('en-US')} bars; ${MOST_BARS.toLocaleString('en-US')} are run at most. Use longer bars, or a shorter time.`
    : null;
}

export interface Starting {
  pair: ExchangePair;
  fee: Big;
  /** First bar's. */
  open: number;
  /** Of the bars. */
  interval: BacktestInterval;
}

/** Why these settings could not have started then; null where they could. */
export function startFault(bot: Bot, { pair, fee, open, interval }: Starting): string | null {
  const { plan } = splitBot(bot);
  const fault = whyNotOverPast(plan) ?? signalsFault(plan, interval);
  if (fault !== null) return fault;
  const { refusals } = checkPlan(plan, { pair, market: new Big(open), rules: { ...pair, fee } });
  const [first] = refusals;
  return first ? `At its first price of ${new Big(open).toFixed()}: ${first.text}` : null;
}

interface JobOf {
  request: BacktestRequest;
  pair: ExchangePair;
  fee: Big;
  bars: Bars;
  source: string;
}

/** All that the run depends on. */
export function jobOf({ request, pair, fee, bars, source }: JobOf): ReplayJob {
  const { plan, stop } = splitBot(request.bot);
  const slippage = new Big(request.slippage ?? USUAL_SLIPPAGE).div(PERCENT);
  return {
    plan: z.encode(BotPlan, plan),
    stop: z.encode(BotStop, stop),
    pair: pairTexts(pair),
    fee: fee.toFixed(),
    slippage: slippage.toFixed(),
    spread: pair.tick.toFixed(),
    touch: request.touch ?? false,
    bars,
    source,
    interval: request.interval,
    from: bars.times[0] ?? request.from,
    to: (bars.times.at(-1) ?? request.to) + bars.interval,
    checksum: checksumOf(bars),
  };
}

export const decodeRequest = (stored: z.input<typeof Request>): BacktestRequest => z.decode(Request, stored);
