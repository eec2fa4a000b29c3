import { BOT_TYPES, type BotPlan } from '#contracts/bot-settings.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import { isDuplicate } from '../../../db/database.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { newId } from '../../../lib/id.ts';
import { type BotRow, botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { levelRow, plannedRun } from '../runs/new-run.ts';
import { moveText, TIME_OF_DAY } from '../runs/run-texts.ts';
import { pairName } from '../plan/field-note.ts';
import { type PreparedBot, prepareBot } from '../plan/prepare-bot.ts';
import { planOf, stopOf } from '../present/stored-plan.ts';
import { runChanges } from '../run-changes.ts';
import { type NewRun, type RunRow, runsStore } from '../runs/runs.store.ts';
import { gone } from './drafts.ts';

/** C-25. */
const MOST_RUNNING = 20;
/** A second press within this time, without an Idempotency-Key, is the same press. */
const SAME_PRESS = 3 * SECOND;
/** C-16: of a pair's orders, kept for their owner. */
const KEPT_FREE = 20;

interface Start {
  userId: string;
  botId: string;
  /** The warnings were seen. */
  warned: boolean;
  /** The Idempotency-Key, if one came. */
  requestKey: string | null;
}

/** C-10: the capital is held against the limits of the account as one order. */
async function overLimit({ limits }: BotDeps, { userId }: Start, of: PreparedBot): Promise<string | null> {
  const { pair, key, context, run } = of;
  if (!context || !run) return null;
  const { market: price } = context;
  const main = run.given.counter.div(price).plus(run.given.base);
  return (await limits.verdict(userId, { market: key.market, pair, side: 'buy', price, main, copies: [] })).main;
}

/** A double press is answered with the run that is there. */
function startedAlready(run: RunRow, { requestKey }: Start, now: number): string | null {
  const isSame = requestKey === null ? now - run.createdAt < SAME_PRESS : run.startKey === requestKey;
  return isSame ? null : `A bot runs already with these settings since ${TIME_OF_DAY.format(run.createdAt)} UTC.`;
}

/** What can be saved and is not traded here. */
function notOffered(bot: BotRow): string | null {
  const { type } = planOf(bot);
  if (type === 'range' || type === 'trend-grid')
    return `${BOT_TYPES[type]}: this type can be saved, and not started yet.`;
  return bot.copyKeys ? 'Bots do not run on copy keys yet. Switch that off to start it on your main key.' : null;
}

/** C-6, C-16: what else works on the pair. */
async function neighborFault(
  deps: BotDeps,
  { userId, botId }: Start,
  { key, pair, run }: PreparedBot,
): Promise<string | null> {
  const active = await runsStore(deps.db, userId).active();
  const other = active.find(({ run: of }) => of.keyId === key.keyId && of.symbol === pair.symbol && of.botId !== botId);
  if (other)
    return `${isolated(other.bot.name)} already works on ${pairName(pair)} with this key. Stop it first, or use another key.`;
  const most = pair.limits.orders;
  if (most === null || !run) return null;
  const open = await deps.markets.exchange(key.market).openOrders(key.credentials, pair.symbol);
  if (open.outcome !== 'ok') return 'The exchange does not say which orders are open. Try again in a moment.';
  const room = most - open.value.length - KEPT_FREE;
  return run.levels.length <= room
    ? null
    : `${pairName(pair)} takes ${most} open orders on a key; ${open.value.length} are open. Use at most ${Math.max(0, room)} steps.`;
}

/** What a run keeps until its price has come: its market may then make more of it than this one. */
function keptWhileWaiting({ settings }: BotPlan, { given }: RunPlan): Pick<NewRun, 'givenCounter'> {
  return { givenCounter: 'low' in settings && 'invest' in settings ? settings.invest : given.counter };
}

function runRow(bot: BotRow, plan: RunPlan, of: { prepared: PreparedBot; start: Start; now: number }): NewRun {
  const { prepared, start, now } = of;
  const { marketPrice, context } = prepared;
  const startAt = bot.startAt && marketPrice && !bot.startAt.eq(marketPrice) ? bot.startAt : null;
  return {
    id: newId(),
    botId: bot.id,
    keyId: prepared.key.keyId,
    market: bot.market,
    symbol: bot.symbol,
    ordinal: 0,
    state: startAt ? 'waiting' : 'starting',
    stateSince: now,
    ...plannedRun(plan, context?.market ?? ZERO),
    ...(startAt && keptWhileWaiting(planOf(bot), plan)),
    startAbove: startAt && marketPrice ? startAt.gt(marketPrice) : null,
    watchedSince: now,
    fee: prepared.fee,
    startKey: start.requestKey,
    dueAt: now,
    createdAt: now,
  };
}

/** The first thing that stands against a start now. */
async function startFault(
  deps: BotDeps,
  start: Start,
  { bot, prepared }: { bot: BotRow; prepared: PreparedBot },
): Promise<string | null> {
  const [refusal] = [...prepared.refusals, ...(start.warned ? [] : prepared.warnings)];
  if (refusal) return refusal.text;
  return notOffered(bot) ?? (await overLimit(deps, start, prepared)) ?? neighborFault(deps, start, prepared);
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
  const wanted = { market: bot.market as Market, symbolName: bot.symbol, mainUid: bot.keyId, plan: planOf(bot) };
  const prepared = await prepareBot(deps, userId, { ...wanted, stop: stopOf(bot), startAt: bot.startAt });
  const fault = await startFault(deps, start, { bot, prepared });
  if (fault !== null) return fault;
  const { run: plan } = prepared;
  if (!plan) return 'These settings make no plan.';
  const now = clock();
  const run = runRow(bot, plan, { prepared, start, now });
  const text = moveText(run.state, null);
  try {
    const isStarted = await store.start([{ run, levels: plan.levels.map(levelRow), text }], MOST_RUNNING);
    if (!isStarted) return `You have ${MOST_RUNNING} running bots, which is the most. Stop one first.`;
  } catch (error) {
    // The same press in another process was quicker.
    if (!isDuplicate(error)) throw error;
    const [written] = await store.ofBot(botId);
    return written ? startedAlready(written.run, start, clock()) : 'Another bot began to work on this pair just now.';
  }
  runChanges(bus).publish({ userId, runId: run.id });
  return null;
}
