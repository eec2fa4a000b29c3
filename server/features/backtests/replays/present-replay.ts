import { Big } from 'big.js';
import * as z from 'zod/mini';
import { BacktestReport } from '#contracts/backtests.ts';
import { isDealsType } from '#contracts/bot-settings.ts';
import { RunReplay, type StoredReplay } from '#contracts/bot-trust.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import type { PartingKind } from '#contracts/rules/parting-kinds.ts';
import { forwardTrust, type RealRun, worthAt } from '../../../domain/backtest/forward-trust.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { BasketJob } from '../worker/basket-job.ts';
import type { ReplayJob } from '../worker/replay-job.ts';
import type { JobResult } from '../worker/run-job.ts';
import { lastPrice } from './replay-of-run.ts';

const WHY: Record<PartingKind, string> = {
  away: 'Prices while this server was away, or in an order that bars do not show',
  slippage: 'Slippage of what was traded at its start and stop',
  refused: 'Orders that were refused',
  'by-hand': 'By hand: paused, left out, or canceled on the exchange',
};

/** Deals and baskets trade at the price of the market all the time. */
const textOf = (kind: PartingKind, { trades }: RealRun): string =>
  kind === 'slippage' && trades !== 'levels' ? 'Slippage of what both traded' : WHY[kind];

const PERCENT = 100;
const signed = (value: Big): string =>
  `${value.lt(0) ? '−' : '+'}${value.abs().toFixed(seenDecimals(value.round(8), 2))}`;
const wire = (value: Big): Big => wireAmount(value.round(8, 0));

/** What it was given is worth, in the currency that it earns: of a basket at the prices of its start. */
function givenWorth(job: ReplayJob | BasketJob, { given, currency, counterCurrency }: BacktestReport): Big {
  return 'bars' in job ? worthAt(lastPrice(job.bars), currency === counterCurrency)(given) : given.counter;
}

function countedIn(job: ReplayJob | BasketJob): string {
  if (!('bars' in job)) return 'Rebalancings';
  return isDealsType(job.plan.type) ? 'Deals' : 'Rounds';
}

/** The bars of a replay cannot be chosen. */
const coarseText = ({ interval }: Pick<ReplayJob, 'interval'>): string =>
  `Too coarse for these settings: inside bars of ${interval}, the order of prices decides the result.`;

interface Replayed {
  job: ReplayJob | BasketJob;
  result: JobResult;
  real: RealRun;
}

/** what really happened, next to the replay of the same time. */
export function presentReplay({ job, result, real }: Replayed): StoredReplay {
  const report = z.decode(BacktestReport, JSON.parse(result.report) as z.input<typeof BacktestReport>);
  const moved = new Map(result.moved.map(({ part, worth }) => [part, new Big(worth)]));
  const { basket, booked } = report;
  const rounds = basket?.rebalancings ?? booked.roundCount;
  const openedAt = result.openedAt && new Map(result.openedAt.map((time, index) => [index + 1, time]));
  const trust = forwardTrust({ real, replay: { rounds, moved, openedAt }, given: givenWorth(job, report) });
  const percent = trust.difference.times(PERCENT).toFixed(2);
  return z.encode(RunReplay, {
    from: job.from,
    until: job.to,
    interval: job.interval,
    currency: report.currency,
    here: { rounds: real.rounds, total: wire(trust.here) },
    replay: { rounds, total: wire(trust.replayed) },
    difference: Number(trust.difference.round(6)),
    sentence: `${countedIn(job)} ${real.rounds} here, ${rounds} in the replay. Result ${signed(trust.here)}, replay ${signed(trust.replayed)}. Difference ${percent}% of what was given.`,
    why: trust.why.map(({ kind, amount }) => ({ kind, text: textOf(kind, real), amount: wire(amount) })),
    tooCoarse: report.tooCoarse && coarseText(job),
    stopped: booked.stopped?.reason ?? null,
  });
}
