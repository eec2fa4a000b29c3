import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { outsideOf, roundsStep, stayStep } from '../../../domain/strategies/rounds/run-notices.ts';
import { viewLevels } from '../../../domain/strategies/rounds/run-step.ts';
import { amount } from '../plan/amounts.ts';
import { outsideSentence } from '../present/outside-sentence.ts';
import type { RunNotices } from '../runs/run-notices.store.ts';
import { noticesOf, planOf } from '../runs/stored-plan.ts';
import type { Look, Looked } from './look.ts';

const NOTHING: Looked = { hasMoved: false, again: null };

/** C-24, R-16: what is told of a run besides its moves. */
export function runTold(notices: Pick<RunNotices, 'keep'>) {
  async function stay({ stored: { run, bot }, facts, context }: Look): Promise<number | null> {
    const { now, last } = context;
    if (run.state !== 'running' || !last || !('low' in planOf(bot).settings)) return null;
    const side = outsideOf(facts.levels, last);
    const step = stayStep({ since: run.beyondSince, isTold: run.beyondTold }, side !== null, now);
    if (step.do === 'wait') return step.until;
    if (step.do === 'tell' && side !== null) {
      const text = outsideSentence(side, viewLevels(facts, context));
      await notices.keep(run, { beyondTold: true }, { kind: 'outside', text, now });
      return null;
    }
    await notices.keep(run, { beyondSince: step.do === 'begin' ? now : null, beyondTold: false }, null);
    return null;
  }

  async function rounds({ stored: { run, bot }, facts, context, pair }: Look): Promise<number | null> {
    if (!noticesOf(bot).includes('rounds') || run.ordinal > 0 || !facts.begun) return null;
    const cycles = viewLevels(facts, context).flatMap(({ state }) => state.cycles);
    const { now } = context;
    if (run.roundsTold === null) {
      await notices.keep(run, { roundsTold: cycles.length }, null);
      return null;
    }
    const step = roundsStep(cycles.length, { told: run.roundsTold, toldAt: run.roundsToldAt }, now);
    if (!step) return null;
    if ('until' in step) return step.until;
    const earned = cycles.reduce<Big>((sum, one) => sum.plus(facts.counterEarning ? one.counter : one.base), ZERO);
    const currency = facts.counterEarning ? pair.counter : pair.base;
    const text = `${step.tell} more, ${cycles.length} in all. Together they came to ${amount(earned).toFixed()} ${currency}.`;
    await notices.keep(run, { roundsTold: cycles.length, roundsToldAt: now }, { kind: 'rounds', text, now });
    return null;
  }

  return {
    async look(look: Look): Promise<Looked> {
      const [one, other] = [await stay(look), await rounds(look)];
      const again = one === null || other === null ? (one ?? other) : Math.min(one, other);
      return again === null ? NOTHING : { hasMoved: false, again };
    },
  };
}
export type RunTold = ReturnType<typeof runTold>;
