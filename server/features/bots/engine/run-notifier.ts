import type { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import { outsideOf, roundsStep, stayStep } from '../../../domain/strategies/rounds/run-notices.ts';
import { viewLevels } from '../../../domain/strategies/rounds/run-step.ts';
import { closedDeals } from '../deals/deal-books.ts';
import { amount } from '../plan/amounts.ts';
import { outsideSentence } from '../present/outside-sentence.ts';
import type { RunNotices } from '../runs/run-notices.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { noticesOf, planOf } from '../runs/stored-plan.ts';
import type { Look, Looked } from './look.ts';

interface Done {
  count: number;
  earned: Big;
  currency: string;
}

const sumOf = (all: readonly Big[]): Big => all.reduce((sum, one) => sum.plus(one), ZERO);

const NOTHING: Looked = { hasMoved: false, again: null };

/** C-24, R-16: notifies the owner of a run of what happens besides its moves. */
export function runNotifier(notices: Pick<RunNotices, 'keep'>) {
  async function stay({ stored: { run, bot }, facts, context }: Look): Promise<number | null> {
    const { now, last } = context;
    if (run.state !== 'running' || !last || !('low' in planOf(bot).settings)) return null;
    const side = outsideOf(facts.levels, last);
    const step = stayStep({ since: run.beyondSince, isNotified: run.beyondNotified }, side !== null, now);
    if (step.do === 'wait') return step.until;
    if (step.do === 'notify' && side !== null) {
      const text = outsideSentence(side, viewLevels(facts, context));
      await notices.keep(run, { beyondNotified: true }, { kind: 'outside', text, now });
      return null;
    }
    await notices.keep(run, { beyondSince: step.do === 'begin' ? now : null, beyondNotified: false }, null);
    return null;
  }

  /** Finished ones, by what they have earned together; null, or when to look again. */
  async function finished({ run, bot }: StoredRun, done: Done, now: number): Promise<number | null> {
    if (!noticesOf(bot).includes('rounds') || run.ordinal > 0) return null;
    const { count, earned, currency } = done;
    if (run.roundsNotified === null) {
      await notices.keep(run, { roundsNotified: count }, null);
      return null;
    }
    const step = roundsStep(count, { notified: run.roundsNotified, notifiedAt: run.roundsNotifiedAt }, now);
    if (!step) return null;
    if ('until' in step) return step.until;
    const text = `${step.notify} more, ${count} in all. Together they came to ${grouped(amount(earned))} ${currency}.`;
    await notices.keep(run, { roundsNotified: count, roundsNotifiedAt: now }, { kind: 'rounds', text, now });
    return null;
  }

  async function rounds({ stored, facts, context, pair }: Look): Promise<number | null> {
    if (!facts.begun) return null;
    const totals = viewLevels(facts, context).map(({ state }) => state.total);
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    const earned = sumOf(totals.map(({ base, counter }) => (facts.counterEarning ? counter : base)));
    const currency = facts.counterEarning ? pair.counter : pair.base;
    return finished(stored, { count, earned, currency }, context.now);
  }

  return {
    /** Of a run that opens deals: those that are over and have traded. */
    deals({ stored, pair }: Pick<Look, 'stored' | 'pair'>, now: number): Promise<number | null> {
      const earned = closedDeals(stored).flatMap(({ counter }) => (counter.eq(0) ? [] : [counter]));
      return finished(stored, { count: earned.length, earned: sumOf(earned), currency: pair.counter }, now);
    },
    async look(look: Look): Promise<Looked> {
      const [one, other] = [await stay(look), await rounds(look)];
      const again = one === null || other === null ? (one ?? other) : Math.min(one, other);
      return again === null ? NOTHING : { hasMoved: false, again };
    },
  };
}
export type RunNotifier = ReturnType<typeof runNotifier>;
