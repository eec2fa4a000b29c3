import { hash } from 'node:crypto';
import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { FieldNote } from '#contracts/bot-preview.ts';
import { BasketPlan } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import { onOneClock } from '../../../domain/backtest/basket/one-clock.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { Refusal } from '../../../lib/errors.ts';
import { basketStopFaults, checkBasket } from '../../bots/index.ts';
import type { BacktestDeps } from '../deps.ts';
import { checksumOf } from '../prices/packed-bars.ts';
import type { BasketJob } from '../worker/basket-job.ts';
import { pairTexts } from '../worker/replay-job.ts';
import { type BasketBot, feeOf, type RequestOf, termsOf } from './prepare-run.ts';

function splitBasket({ market: _market, symbolName: _symbolName, stop = {}, ...plan }: BasketBot) {
  return { plan, stop };
}

const firstOf = ([first]: readonly FieldNote[]): string | null => first?.text ?? null;

/** A basket as it is looked for on its market, at these prices by symbol. */
function checkOf({ markets }: Pick<BacktestDeps, 'markets'>, bot: BasketBot, prices: ReadonlyMap<string, number>) {
  const { market, symbolName } = bot;
  const { counter } = markets.pairOf(market, symbolName);
  return checkBasket(splitBasket(bot).plan, {
    counter,
    pairOf: (asset) => markets.findExchangePair(market, `${asset}_${counter}`),
    priceOf: ({ symbol }) => {
      const price = prices.get(symbol);
      return price === undefined ? null : new Big(price);
    },
    fee: ZERO,
  });
}

/** B-1: its pairs, in the order of its assets. Throws a refusal where it can never be. */
export function basketPairs(deps: Pick<BacktestDeps, 'markets'>, bot: BasketBot): ExchangePair[] {
  const { parts, wrong } = checkOf(deps, bot, new Map());
  const fault = firstOf([...wrong, ...basketStopFaults(splitBasket(bot).stop, 0)]);
  if (fault !== null) throw new Refusal('unprocessable', fault);
  return parts.map(({ pair }) => pair);
}

/** B-4: why it could not have started at these prices, by symbol; null where it could. */
export function basketFault(
  deps: Pick<BacktestDeps, 'markets'>,
  bot: BasketBot,
  opens: ReadonlyMap<string, number>,
): string | null {
  const fault = firstOf(checkOf(deps, bot, opens).small);
  return fault === null ? null : `At its first prices: ${fault}`;
}

/** The highest of what its pairs cost, as a start takes it; a fraction. */
export async function basketFee(
  deps: Pick<BacktestDeps, 'keys' | 'marketContext'>,
  userId: string,
  { bot: { market }, fees, pairs }: Pick<RequestOf<BasketBot>, 'bot' | 'fees'> & { pairs: readonly ExchangePair[] },
): Promise<Big> {
  const all = await Promise.all(pairs.map(({ symbol }) => feeOf(deps, userId, { market, symbol, fees })));
  return all.reduce((most, fee) => max(most, fee), ZERO);
}

/** Bars of one of its pairs. */
export interface PairPast {
  pair: ExchangePair;
  bars: Bars;
}

interface JobOf {
  request: RequestOf<BasketBot>;
  /** In the order of its assets. */
  parts: readonly PairPast[];
  fee: Big;
  source: string;
}

const NO_PRICES = 'There are no prices that all of its pairs have in this time.';

/** All that the run depends on. Throws a refusal where its pairs have no time in common. */
export function basketJobOf({ request, parts, fee, source }: JobOf): BasketJob {
  const { plan, stop } = splitBasket(request.bot);
  const all = onOneClock(parts.map(({ bars }) => bars));
  const [first] = all;
  if (!first || first.times.length < 2) throw new Refusal('unprocessable', NO_PRICES);
  return {
    ...termsOf(request, first),
    plan: z.encode(BasketPlan, plan),
    stop: z.encode(BotStop, stop),
    counter: parts[0]?.pair.counter ?? '',
    parts: parts.map(({ pair }, at) => ({ pair: pairTexts(pair), bars: all[at] ?? first })),
    fee: fee.toFixed(),
    spread: '0',
    source,
    checksum: hash('sha256', all.map(checksumOf).join(' ')),
  };
}
