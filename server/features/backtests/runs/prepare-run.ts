import { Big } from 'big.js';
import * as z from 'zod/mini';
import { type BacktestRequest, BacktestRequest as Request } from '#contracts/backtests.ts';
import { BotPlan } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
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

type AnyBot = BacktestRequest['bot'];
export type BasketBot = Extract<AnyBot, { type: 'basket' }>;
/** Of one pair. */
export type PairBot = Exclude<AnyBot, BasketBot>;
/** A request for this kind of bot. */
export type RequestOf<Bot extends AnyBot> = Omit<BacktestRequest, 'bot'> & { bot: Bot };

interface ByKind<Result> {
  pair: (request: RequestOf<PairBot>) => Result;
  basket: (request: RequestOf<BasketBot>) => Result;
}

/** What is done with a request, by the kind of its bot. */
export function byKind<Result>({ bot, ...request }: BacktestRequest, { pair, basket }: ByKind<Result>): Result {
  return bot.type === 'basket' ? basket({ ...request, bot }) : pair({ ...request, bot });
}

export function splitBot({ market: _market, symbolName: _symbolName, stop = {}, ...plan }: PairBot): {
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

const counted = (count: number): string => Math.ceil(count).toLocaleString('en-US');

/** Why this time of so many pairs cannot be run at all; null where it can. */
export function timeFault(
  { from, to, interval }: Pick<BacktestRequest, 'from' | 'to' | 'interval'>,
  pairs = 1,
): string | null {
  const bars = (to - from) / INTERVAL_MS[interval];
  if (bars < 2) return 'The end lies before the start, or too near to it. Choose a longer time.';
  const each = pairs === 1 ? '' : ` of ${pairs} pairs`;
  return bars * pairs > MOST_BARS
    ? `This time has ${counted(bars * pairs)} bars${each}; ${counted(MOST_BARS)} are run at most. Use longer bars, or a shorter time.`
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
export function startFault(bot: PairBot, { pair, fee, open, interval }: Starting): string | null {
  const { plan } = splitBot(bot);
  const fault = whyNotOverPast(plan) ?? signalsFault(plan, interval);
  if (fault !== null) return fault;
  const { refusals } = checkPlan(plan, { pair, market: new Big(open), rules: { ...pair, fee } });
  const [first] = refusals;
  return first ? `At its first price of ${new Big(open).toFixed()}: ${first.text}` : null;
}

interface JobOf {
  request: RequestOf<PairBot>;
  pair: ExchangePair;
  fee: Big;
  bars: Bars;
  source: string;
}

/** All that the run depends on. */
export function jobOf({ request, pair, fee, bars, source }: JobOf): ReplayJob {
  const { plan, stop } = splitBot(request.bot);
  return {
    ...termsOf(request, bars),
    plan: z.encode(BotPlan, plan),
    stop: z.encode(BotStop, stop),
    pair: pairTexts(pair),
    fee: fee.toFixed(),
    spread: pair.tick.toFixed(),
    bars,
    source,
    checksum: checksumOf(bars),
  };
}

/** What is the same for every kind of bot. */
export const termsOf = (
  { slippage, touch, interval, from, to }: Omit<BacktestRequest, 'bot'>,
  bars: Pick<Bars, 'times' | 'interval'>,
) => ({
  slippage: new Big(slippage ?? USUAL_SLIPPAGE).div(PERCENT).toFixed(),
  touch: touch ?? false,
  interval,
  from: bars.times[0] ?? from,
  to: (bars.times.at(-1) ?? to) + bars.interval,
});

export const decodeRequest = (stored: z.input<typeof Request>): BacktestRequest => z.decode(Request, stored);
