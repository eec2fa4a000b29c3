import type { Big } from 'big.js';
import { type BotPlan, opensDeals } from '#contracts/bot-settings.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { newId } from '../../../lib/id.ts';
import type { BotRow } from '../bots.store.ts';
import type { CopyRun } from '../plan/copy-runs.ts';
import { withAmount } from '../plan/plan-amount.ts';
import type { PreparedBot } from '../plan/prepare-bot.ts';
import { levelRow, plannedRun } from '../runs/new-run.ts';
import { moveText } from '../runs/run-texts.ts';
import type { NewLevel, NewRun } from '../runs/runs.store.ts';

/** What a run keeps until its price has come: its market may then make more of it than this one. */
function keptWhileWaiting({ settings }: BotPlan, { given }: RunPlan): Pick<NewRun, 'givenCounter'> {
  return { givenCounter: 'low' in settings && 'invest' in settings ? settings.invest : given.counter };
}

/** The run of one key. */
interface OwnRun {
  /** 0 is the main key's. */
  ordinal: number;
  keyId: string;
  plan: BotPlan;
  run: RunPlan;
  fee: Big;
}
interface Moment {
  /** The Idempotency-Key, if one came. */
  startKey: string | null;
  /** UTC epoch ms. */
  now: number;
}

function runRow(bot: BotRow, { plan, run, ...own }: OwnRun, of: Moment & { prepared: PreparedBot }): NewRun {
  const { prepared, startKey, now } = of;
  const { marketPrice, context } = prepared;
  const startAt = bot.startAt && marketPrice && !bot.startAt.eq(marketPrice) ? bot.startAt : null;
  return {
    ...own,
    id: newId(),
    botId: bot.id,
    market: bot.market,
    symbol: bot.symbol,
    engine: opensDeals(plan) ? 'deals' : 'rounds',
    state: startAt ? 'waiting' : 'starting',
    stateSince: now,
    ...plannedRun(run, context?.market ?? ZERO),
    ...(startAt && keptWhileWaiting(plan, run)),
    startAbove: startAt && marketPrice ? startAt.gt(marketPrice) : null,
    watchedSince: now,
    startKey,
    dueAt: now,
    createdAt: now,
  };
}

interface Started {
  plan: BotPlan;
  prepared: PreparedBot;
  copies: readonly CopyRun[];
}

function ownRuns({ plan, prepared, copies }: Started): OwnRun[] {
  const { run, key, fee } = prepared;
  if (!run) return [];
  const ofCopies = copies.map(
    (copy, at) =>
      copy.run &&
      copy.key && {
        ordinal: at + 1,
        keyId: copy.key.keyId,
        plan: opensDeals(plan) ? plan : withAmount(plan, copy.given),
        run: copy.run,
        fee: copy.fee,
      },
  );
  return [{ ordinal: 0, keyId: key.keyId, plan, run, fee }, ...ofCopies.filter((own) => own !== null)];
}

/** C-3: the main key's run, and one of each copy key that has enough; the log says which have not. */
export function newRuns(
  bot: BotRow,
  started: Started,
  moment: Moment,
): { run: NewRun; levels: NewLevel[]; text: string }[] {
  const skipped = started.copies.flatMap(({ copy, skipped: why }) =>
    why === null ? [] : `${isolated(copy.name)}: ${why}`,
  );
  return ownRuns(started).map((own) => {
    const run = runRow(bot, own, { ...moment, prepared: started.prepared });
    // Nothing is traded at the start of a bot that opens deals.
    const begins = run.engine === 'deals' && run.state === 'starting' ? 'Started.' : moveText(run.state, null);
    const sentences = [begins, ...(own.ordinal === 0 ? skipped : [])];
    // The levels of a deal are those of the price at which it opens.
    const levels = run.engine === 'deals' ? [] : own.run.levels.map(levelRow);
    return { run, levels, text: sentences.join(' ') };
  });
}
