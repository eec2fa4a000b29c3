import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type BotPlan, opensDeals } from '#contracts/bot-settings.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import { isDuplicate } from '../../../db/database.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { largestEntry, largestOrder } from '../../../domain/strategies/rounds/level-trades.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { type BotRow, botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { basketRun } from './start-basket.ts';
import { TIME_OF_DAY } from '../runs/run-texts.ts';
import { type CopyRun, copyRuns } from '../plan/copy-runs.ts';
import { pairName } from '../plan/field-note.ts';
import { type PreparedBot, prepareBot } from '../plan/prepare-bot.ts';
import { isBasket, planOf, stopOf } from '../runs/stored-plan.ts';
import { runChanges } from '../run-changes.ts';
import { type RunRow, runsStore } from '../runs/runs.store.ts';
import { gone } from './drafts.ts';
import { roomFault } from './room.ts';
import { newRuns } from './new-runs.ts';

/** C-25. */
const MOST_RUNNING = 20;
const START_FAULTS = {
  started: null,
  full: `You have ${MOST_RUNNING} running bots, which is the most. Stop one first.`,
  'no-key': 'A key of this bot was deleted just now. Look again.',
} as const;
/** A second press within this time, without an Idempotency-Key, is the same press. */
const SAME_PRESS = 3 * SECOND;

interface Start {
  userId: string;
  botId: string;
  /** The warnings were seen. */
  warned: boolean;
  /** The Idempotency-Key, if one came. */
  requestKey: string | null;
}

/** C-10: the capital of each key counts in the day; each single order is held against the limit for one order. */
export async function limitsOf(
  { limits }: BotDeps,
  { userId }: Pick<Start, 'userId'>,
  {
    plan,
    prepared: { pair, key, context, run },
    copies,
  }: {
    plan: BotPlan;
    prepared: Pick<PreparedBot, 'pair' | 'key' | 'context' | 'run'>;
    copies: readonly Pick<CopyRun, 'run'>[];
  },
): Promise<{ main: string | null; copies: readonly (string | null)[] }> {
  if (!context || !run) return { main: null, copies: copies.map(() => null) };
  const { market: price, rules } = context;
  // Of a bot that waits for signals one deal: each counts as it opens.
  const ofSignals = opensDeals(plan) && plan.type !== 'averaging';
  const worth = (of: RunPlan): Big =>
    ofSignals ? largestEntry(of).div(price) : of.given.counter.div(price).plus(of.given.base);
  const most = (of: RunPlan): Big => (opensDeals(plan) ? largestEntry(of) : largestOrder(of, price, rules)).div(price);
  const ofCopies = (of: (plan: RunPlan) => Big): Big[] => copies.map((copy) => (copy.run ? of(copy.run) : ZERO));
  return limits.verdict(userId, {
    market: key.market,
    pair,
    side: 'buy',
    price,
    main: worth(run),
    copies: ofCopies(worth),
    largest: { main: most(run), copies: ofCopies(most) },
  });
}

/** A double press is answered with the run that is there. */
function startedAlready(run: RunRow, { requestKey }: Start, now: number): string | null {
  const isSame = requestKey === null ? now - run.createdAt < SAME_PRESS : run.startKey === requestKey;
  return isSame ? null : `A bot runs already with these settings since ${TIME_OF_DAY.format(run.createdAt)} UTC.`;
}

/** C-6, C-16: what else works on the pair. */
async function neighborFault(
  deps: BotDeps,
  { userId, botId }: Start,
  { plan, prepared: { key, pair, run } }: { plan: BotPlan; prepared: PreparedBot },
): Promise<string | null> {
  // They share a pair with whatever works there.
  if (opensDeals(plan)) return roomFault(deps, plan, { key, pair, run });
  const active = (await runsStore(deps.db, userId).active()).filter((one) => one.run.engine === 'rounds');
  const other = active.find(({ run: of }) => of.keyId === key.keyId && of.symbol === pair.symbol && of.botId !== botId);
  if (other)
    return `${isolated(other.bot.name)} already works on ${pairName(pair)} with this key. Stop it first, or use another key.`;
  return roomFault(deps, plan, { key, pair, run });
}

/** The first thing that stands against a start now. */
async function startFault(
  deps: BotDeps,
  start: Start,
  { bot, prepared }: { bot: BotRow; prepared: PreparedBot },
): Promise<string | null> {
  const [refusal] = [...prepared.refusals, ...(start.warned ? [] : prepared.warnings)];
  if (refusal) return refusal.text;
  return neighborFault(deps, start, { plan: planOf(bot), prepared });
}

/** C-16: whether a copy key has room for the orders of its own run. */
async function copyRoomFault(
  deps: BotDeps,
  { key, run }: CopyRun,
  { plan, pair }: { plan: BotPlan; pair: ExchangePair },
): Promise<string | null> {
  return key && run ? roomFault(deps, plan, { key, pair, run }) : null;
}

/** C-3: the runs of its copy keys, without those that a limit of the account or its pair forbids; why not, where it forbids the main one. */
async function copiesOf(
  deps: BotDeps,
  start: Start,
  { bot, prepared }: { bot: BotRow; prepared: PreparedBot },
): Promise<CopyRun[] | string> {
  const found = bot.copyKeys ? await copyRuns(deps, { userId: start.userId, plan: planOf(bot), prepared }) : [];
  const over = await limitsOf(deps, start, { plan: planOf(bot), prepared, copies: found });
  if (over.main !== null) return over.main;
  const faultOf = async (copy: CopyRun, at: number): Promise<string | null> =>
    over.copies[at] ??
    deps.trading.entryRefusal(start.userId, copy.copy.id) ??
    copyRoomFault(deps, copy, { plan: planOf(bot), pair: prepared.pair });
  const faults = await Promise.all(found.map(faultOf));
  return found.map((copy, at) => {
    const fault = faults[at] ?? null;
    return copy.run && fault !== null ? Object.assign(copy, { run: null, skipped: fault }) : copy;
  });
}

/** Null once it is written down; the engine does the rest. */
export async function startBot(deps: BotDeps, start: Start): Promise<string | null> {
  const { db, clock, trading, bus } = deps;
  const { userId, botId } = start;
  const bot = await botsStore(db, userId).find(botId);
  if (!bot) throw gone();
  const store = runsStore(db, userId);
  const [before] = await store.ofBot(botId);
  if (before) return startedAlready(before.run, start, clock());
  trading.mustBeOpen(userId);
  const closed = trading.entryRefusal(userId, bot.keyId);
  if (closed !== null) return closed;
  const runs = isBasket(bot) ? await basketRuns(deps, start, bot) : await roundsRuns(deps, start, bot);
  if (typeof runs === 'string') return runs;
  try {
    const fault = START_FAULTS[await store.start(runs, MOST_RUNNING)];
    if (fault !== null) return fault;
  } catch (error) {
    // The same press in another process was quicker.
    if (!isDuplicate(error)) throw error;
    const [written] = await store.ofBot(botId);
    return written ? startedAlready(written.run, start, clock()) : 'Another bot began to work on this pair just now.';
  }
  for (const { run } of runs) deps.asked.forget(run.keyId);
  for (const { run } of runs) runChanges(bus).publish({ userId, runId: run.id });
  return null;
}

type Runs = Parameters<ReturnType<typeof runsStore>['start']>[0];

async function basketRuns(deps: BotDeps, { userId, requestKey }: Start, bot: BotRow): Promise<Runs | string> {
  const basket = await basketRun(deps, bot, requestKey);
  if (typeof basket === 'string') return basket;
  const active = await runsStore(deps.db, userId).active();
  const same = active.find(({ run }) => run.keyId === basket.run.keyId && run.symbol === basket.run.symbol);
  return same
    ? `${isolated(same.bot.name)} already works on the same pairs with this key. Stop it first, or use another key.`
    : [basket];
}

/** The runs of its keys, or the first thing that stands against a start. */
async function roundsRuns(deps: BotDeps, start: Start, bot: BotRow): Promise<Runs | string> {
  const { userId } = start;
  const wanted = { market: bot.market as Market, symbolName: bot.symbol, mainUid: bot.keyId, plan: planOf(bot) };
  const prepared = await prepareBot(deps, userId, { ...wanted, stop: stopOf(bot), startAt: bot.startAt });
  const fault = await startFault(deps, start, { bot, prepared });
  if (fault !== null) return fault;
  const copies = await copiesOf(deps, start, { bot, prepared });
  if (typeof copies === 'string') return copies;
  const moment = { startKey: start.requestKey, now: deps.clock() };
  const runs = newRuns(bot, { plan: planOf(bot), prepared, copies }, moment);
  return runs.length === 0 ? 'With these settings the bot would place no order.' : runs;
}
