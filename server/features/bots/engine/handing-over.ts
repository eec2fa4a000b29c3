import * as z from 'zod/mini';
import { AnyPlan } from '#contracts/bot-settings.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { ownedBy, type RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { asBegun, changesLines, checkLines } from '../plan/check-lines.ts';
import { newId } from '../../../lib/id.ts';
import type { BotDeps } from '../deps.ts';
import { runChanges } from '../run-changes.ts';
import { pairName } from '../plan/field-note.ts';
import { amountsText } from '../runs/missing-of-key.ts';
import { levelRow, plannedRun } from '../runs/new-run.ts';
import { factsOf } from '../runs/run-facts.ts';
import type { RunNotices } from '../runs/run-notices.store.ts';
import { runWork } from '../runs/run-work.store.ts';
import { planOf } from '../runs/stored-plan.ts';
import type { NewRun, StartedRun, StoredNext, StoredRun } from '../runs/runs.store.ts';
import { type HandedOver, successorsStore } from '../runs/successors.store.ts';
import type { Done } from './order-calls.ts';

type Deps = Pick<BotDeps, 'db' | 'clock' | 'bus' | 'trading' | 'marketContext'>;

const COPIES_NO_MORE = 'This key does not copy at the moment.';

interface Stopped {
  stored: StoredRun;
  pair: ExchangePair;
}

interface Begins extends Stopped {
  next: StoredNext;
  fee: Big;
}

/** What it owns at the price of now, on its new lines; else why not. */
function beginning({ stored, pair, next, fee }: Begins, { last, rules, now }: RunContext & { last: Big }) {
  const plan = planOf(next);
  if (!changesLines(plan)) return 'Its lines do not change.';
  const owned = ownedBy(factsOf(stored, pair));
  const { run, refusals } = checkLines(plan, owned, { pair, market: last, rules: { ...rules, fee } });
  const [refusal] = refusals;
  if (!run || refusal) return refusal?.text ?? 'Its lines make no plan at this price.';
  const { userId: _, ...old } = stored.run;
  const row: NewRun = {
    id: newId(),
    botId: next.botId,
    keyId: old.keyId,
    market: old.market,
    symbol: old.symbol,
    engine: 'rounds',
    ordinal: old.ordinal,
    state: 'starting',
    stateSince: now,
    ...plannedRun(run, last),
    fee,
    watchedSince: now,
    dueAt: now,
    createdAt: now,
  };
  const text = `Begins on other lines with ${amountsText(run.given, pair)} of ${stored.bot.name}.`;
  const begun: StartedRun = { run: row, levels: run.levels.map(levelRow), text };
  return { begun, plan: z.encode(AnyPlan, asBegun(plan, run, { market: last, rules })) };
}

/** C-20: a run that has stopped and is to go on with other lines does so in the transaction that closes its books. */
export function handingOver(deps: Deps, notices: RunNotices) {
  const { clock, bus, trading, marketContext } = deps;
  const store = successorsStore(deps.db, notices);

  async function following(stopped: Stopped, next: StoredNext, context: RunContext): Promise<HandedOver | null> {
    const { bot, run } = stopped.stored;
    const { userId, keyId, symbol } = run;
    const of = { bot, next, now: clock() };
    const closed = trading.refusal(userId) ?? trading.entryRefusal(userId, keyId);
    const fails = (why: string): HandedOver => ({
      ...of,
      begun: null,
      text: `It does not go on with other lines: ${why}`,
    });
    if (closed !== null) return fails(closed);
    const { pair } = stopped;
    if (await runWork(deps.db).isIdleCopy(run)) return fails(COPIES_NO_MORE);
    if (pair.delisted) return fails(`${pairName(pair)} is not traded any more.`);
    const market = run.market as Market;
    const seen = await marketContext.of({ userId, keyId, market, symbol }, { needsFee: true });
    const { last } = context;
    if (!last || !seen) return null;
    const began = beginning({ ...stopped, next, fee: seen.fee }, { ...context, last });
    if (typeof began === 'string') return fails(began);
    return { ...of, next: { ...next, plan: began.plan }, begun: began.begun, text: `Goes on as ${next.name}.` };
  }

  return {
    async handOver(stopped: Stopped, context: RunContext): Promise<Done> {
      const { run } = stopped.stored;
      const { next } = run;
      const of = next && (await following(stopped, next, context));
      if (!of || !(await store.handOver(run, of))) return 'later';
      if (of.begun) runChanges(bus).publish({ userId: run.userId, runId: of.begun.run.id });
      return 'done';
    },
  };
}
export type HandingOver = ReturnType<typeof handingOver>;
