import type { Big } from 'big.js';
import * as z from 'zod/mini';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { LinesPreview, PreviewLines } from '#contracts/bot-lines.ts';
import { AnyPlan, type BotPlan } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Market } from '#contracts/symbol.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { newId } from '../../../lib/id.ts';
import { type BotRow, botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { amount } from '../plan/amounts.ts';
import { asBegun, type ChangedPlan, changesLines, type CheckedLines, checkLines } from '../plan/check-lines.ts';
import { note } from '../plan/field-note.ts';
import type { PlanContext } from '../plan/line-faults.ts';
import { withAmount } from '../plan/plan-amount.ts';
import { presentPlan } from '../plan/present-plan.ts';
import { stopFaults } from '../plan/stop-faults.ts';
import { booksOf, type RunBooks } from '../present/run-books.ts';
import { runChanges } from '../run-changes.ts';
import { moveText } from '../runs/run-texts.ts';
import { runsStore, type StoredNext, type StoredRun } from '../runs/runs.store.ts';
import { isBasket, planOf } from '../runs/stored-plan.ts';
import { type EndingRun, successorsStore } from '../runs/successors.store.ts';
import { MOST_BOTS, gone } from './drafts.ts';
import { roomFault } from './room.ts';
import { limitsOf } from './start-bot.ts';

interface Named {
  userId: string;
  botId: string;
}

/** A run on its way to other lines. */
interface NextRun extends CheckedLines {
  books: RunBooks;
  context: PlanContext;
  /** Why it does not go on, beside its lines. */
  fault: string | null;
}

const OUT_OF_USE = 'This key is out of use.';

const liveOrders = ({ orders }: StoredRun): Set<string> =>
  new Set(orders.filter(({ state }) => isLive(state)).map(({ clientOrderId }) => clientOrderId));

/** C-16, C-21: what of its key stands against it. */
async function keyFault(deps: BotDeps, { stored, pair }: RunBooks, of: { plan: BotPlan; run: CheckedLines['run'] }) {
  const { userId, keyId } = stored.run;
  const key = await deps.keys.byId(userId, keyId);
  if (!key) return OUT_OF_USE;
  const closed = deps.trading.entryRefusal(userId, keyId);
  return closed ?? roomFault(deps, of.plan, { key, pair, run: of.run, freed: liveOrders(stored) });
}

/** What a run would do on these lines with what it owns now; null while the price is not known. */
async function nextRun(deps: BotDeps, stored: StoredRun, plan: ChangedPlan): Promise<NextRun | null> {
  const books = booksOf(deps, stored);
  const { userId, keyId, symbol } = stored.run;
  const market = stored.run.market as Market;
  const seen = await deps.marketContext.of({ userId, keyId, market, symbol }, { needsFee: true });
  if (!books || !seen?.market) return null;
  const { pair } = books;
  const context = { pair, market: seen.market, rules: { ...pair, fee: seen.fee } };
  const checked = checkLines(plan, books.owned, context);
  return { ...checked, books, context, fault: await keyFault(deps, books, { plan, run: checked.run }) };
}

/** C-3: a copy key that does not copy at the moment goes on with nothing. */
async function idleCopies({ keys }: BotDeps, { userId, keyId }: BotRow): Promise<Set<string>> {
  const copies = await keys.copies(userId, keyId);
  return new Set(copies.filter(({ inProcess }) => !inProcess).map(({ id }) => id));
}

const STATES = new Set(['running', 'paused']);

/** What a bot of two prices or of steps earns, and in which order, is what its run was sized by. */
const earningText = ({ settings }: ChangedPlan): string =>
  JSON.stringify(
    'counterEarning' in settings
      ? [settings.counterEarning, 'order' in settings && settings.order, 'repeat' in settings && settings.repeat]
      : [],
  );

/** C-20: why the lines of this bot cannot be these; else the settings. */
function linesFault(bot: BotRow, main: StoredRun | undefined, wanted: BotPlan): string | ChangedPlan {
  const plan = isBasket(bot) ? null : planOf(bot);
  if (!plan || !changesLines(plan) || !changesLines(wanted))
    return 'A bot of this type does not change its lines while it runs. Stop it, and start a new one.';
  if (wanted.type !== plan.type) return 'The type of a bot does not change. Stop it, and start a new one.';
  if (earningText(wanted) !== earningText(plan))
    return 'What a bot earns, and in which order, does not change. Stop it, and start a new one.';
  if (!main) return 'This bot is a draft: change its fields.';
  if (main.run.state === 'attention') return 'This bot needs you: decide about that first.';
  if (!STATES.has(main.run.state) || main.run.missing) return 'Only a bot that runs or is paused changes its lines.';
  return wanted;
}

interface Prepared {
  bot: BotRow;
  plan: ChangedPlan | null;
  main: NextRun | null;
  /** Of copy keys, without those that have stopped already. */
  copies: NextRun[];
  refusals: FieldNote[];
  warnings: FieldNote[];
}

/** C-3: each goes on by itself, or says why not. */
async function copiesOf(deps: BotDeps, bot: BotRow, of: { runs: readonly StoredRun[]; plan: ChangedPlan }) {
  const idle = await idleCopies(deps, bot);
  const open = of.runs.filter(({ run }) => run.ordinal > 0 && canMove(run.state, 'stopping'));
  const found = await Promise.all(open.map((stored) => nextRun(deps, stored, of.plan)));
  return found
    .filter((next) => next !== null)
    .map((next) => {
      const { run } = next.books.stored;
      const isIdle = idle.has(run.keyId) ? 'This key does not copy at the moment.' : null;
      const isElse = STATES.has(run.state) && !run.missing ? null : 'Its run waits for your decision.';
      return Object.assign(next, { fault: isIdle ?? isElse ?? next.fault ?? next.refusals[0]?.text ?? null });
    });
}

/** C-10: each run that goes on is an entry of the day, and its orders are held against the limit for one. */
async function limited(deps: BotDeps, { userId }: Named, of: { plan: ChangedPlan; main: NextRun; copies: NextRun[] }) {
  const { main, copies, plan } = of;
  const key = await deps.keys.byId(userId, main.books.stored.run.keyId);
  if (!key) return { main: OUT_OF_USE, copies };
  const going = copies.map(({ run, fault }) => ({ run: fault === null ? run : null }));
  const prepared = { pair: main.books.pair, key, context: main.context, run: main.run };
  const over = await limitsOf(deps, { userId }, { plan, prepared, copies: going });
  return {
    main: over.main,
    copies: copies.map((copy, at) => Object.assign(copy, { fault: copy.fault ?? over.copies[at] ?? null })),
  };
}

async function prepare(deps: BotDeps, named: Named, { plan: wanted, stop = {} }: PreviewLines): Promise<Prepared> {
  const bot = await botsStore(deps.db, named.userId).find(named.botId);
  if (!bot) throw gone();
  const runs = await runsStore(deps.db, named.userId).ofBot(named.botId);
  const plan = linesFault(bot, runs[0], wanted);
  const nothing = { bot, plan: null, main: null, copies: [], warnings: [] };
  if (typeof plan === 'string') return { ...nothing, refusals: [note('', plan)] };
  const main = runs[0] ? await nextRun(deps, runs[0], plan) : null;
  if (!main) return { ...nothing, plan, refusals: [note('', 'The last price is not known. Try again in a moment.')] };
  const { context, refusals, warnings } = main;
  const stops = stopFaults(stop, { ...context, counterEarning: main.run?.counterEarning ?? true, now: deps.clock() });
  const closed = deps.trading.refusal(named.userId) ?? main.fault;
  const { main: over, copies } = await limited(deps, named, {
    plan,
    main,
    copies: await copiesOf(deps, bot, { runs, plan }),
  });
  const others = [closed, over].flatMap((text) => (text === null ? [] : [note('', text)]));
  return { bot, plan, main, copies, refusals: [...refusals, ...stops, ...others], warnings };
}

const worthOf = ({ run, context }: NextRun): Big | null =>
  run && amount(run.given.counter.plus(run.given.base.times(context.market)));

/** C-20: what a press would do; nothing is placed and nothing stored. */
export async function previewLines(deps: BotDeps, named: Named, wanted: PreviewLines): Promise<LinesPreview> {
  const { plan, main, copies, refusals, warnings } = await prepare(deps, named, wanted);
  const names = await deps.keys.byIds(
    named.userId,
    copies.map(({ books }) => books.stored.run.keyId),
  );
  const copyLines = copies.map((copy) => {
    const { keyId } = copy.books.stored.run;
    const worth = copy.fault === null ? worthOf(copy) : null;
    return { uid: keyId, connectorName: names.get(keyId)?.name ?? '', worth, ends: copy.fault };
  });
  const common = { basket: null, copies: [], free: null, refusals, warnings, copyLines };
  if (!plan || !main) return { ...common, marketPrice: null, fee: ZERO, plan: null, ending: null };
  const { run, context, left, books } = main;
  const begun = run && asBegun(plan, run, context);
  const shown = run && begun && presentPlan({ plan: begun, stop: wanted.stop ?? {} }, run, context);
  return {
    ...common,
    marketPrice: context.market,
    fee: context.rules.fee,
    plan: shown && { ...shown, left: amount(left.counter) },
    ending: {
      orders: liveOrders(books.stored).size,
      owned: { base: amount(books.owned.base), counter: amount(books.owned.counter) },
      left: { base: amount(left.base), counter: amount(left.counter) },
    },
  };
}

const NUMBERED = /^(.*), (\d+)$/su;
const LONGEST = 40;

/** 'Night grid, 2', then 'Night grid, 3'. */
export function nextName(name: string): string {
  const [, first = name, number = '1'] = NUMBERED.exec(name) ?? [];
  const end = `, ${Number(number) + 1}`;
  return `${first.slice(0, LONGEST - end.length)}${end}`;
}

/** Apart from what is put on them. */
const linesText = (plan: ChangedPlan): string =>
  JSON.stringify({ ...withAmount(plan, ZERO).settings, ownCoins: undefined });

const isSame = (one: BotPlan, other: BotPlan): boolean =>
  changesLines(one) && changesLines(other) && one.type === other.type && linesText(one) === linesText(other);

/** A second press of the same is the first one. */
async function changedAlready(
  deps: BotDeps,
  { userId, botId }: Named,
  wanted: BotPlan,
): Promise<string | null | false> {
  const [main] = await runsStore(deps.db, userId).ofBot(botId);
  const next = main?.run.next;
  if (!next) return false;
  if (isSame(planOf(next), wanted)) return null;
  return `This bot goes on as ${isolated(next.name)} already: change the lines of that one.`;
}

type Ready = Pick<Prepared, 'bot' | 'copies'> & { plan: ChangedPlan; main: NextRun; stop: BotStop };

/** All of its runs end together; those that can go on. */
async function writeDown(
  { db, clock, bus }: BotDeps,
  { bot, plan, main, copies, stop }: Ready,
): Promise<string | null> {
  const { run, context } = main;
  if (!run) return 'These lines make no plan.';
  const next: StoredNext = {
    botId: newId(),
    name: nextName(bot.name),
    plan: z.encode(AnyPlan, asBegun(plan, run, context)),
    stop: z.encode(BotStop, stop),
  };
  const ending = ({ books, fault }: NextRun): EndingRun => ({
    run: books.stored.run,
    next: fault === null ? next : null,
    text: moveText('stopping', fault === null ? `It goes on as ${next.name}, on other lines.` : fault),
  });
  const all = [main, ...copies];
  const outcome = await successorsStore(db).end(all.map(ending), { most: MOST_BOTS, now: clock() });
  if (outcome === 'too-many')
    return `You have ${MOST_BOTS} bots, which is the most. Delete some that you no longer need.`;
  if (outcome === 'moved') return 'It has changed just now. Look again.';
  for (const { books } of all) runChanges(bus).publish({ userId: bot.userId, runId: books.stored.run.id });
  return null;
}

/** C-20: null once it is written down; the engine takes the orders down and goes on with what is there then. */
export async function changeLines(
  deps: BotDeps,
  named: Named,
  { warned = false, ...wanted }: PreviewLines & { warned?: boolean | undefined },
): Promise<string | null> {
  if (!(await botsStore(deps.db, named.userId).find(named.botId))) throw gone();
  const already = await changedAlready(deps, named, wanted.plan);
  if (already !== false) return already;
  deps.trading.mustBeOpen(named.userId);
  const { bot, plan, main, copies, refusals, warnings } = await prepare(deps, named, wanted);
  const [refusal] = [...refusals, ...(warned ? [] : warnings)];
  if (refusal || !plan || !main) return refusal?.text ?? 'These lines make no plan.';
  return writeDown(deps, { bot, plan, main, copies, stop: wanted.stop ?? {} });
}
