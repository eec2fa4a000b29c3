import type { BotLevel, BotRun } from '#contracts/bot-run.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { justHolding } from '../../../domain/strategies/rounds/run-books.ts';
import { levelsWithout } from '../../../domain/strategies/rounds/missing.ts';
import type { LevelView, RunFacts } from '../../../domain/strategies/rounds/run-facts.ts';
import { isLive, isOnExchange } from '../../../domain/position/order-state.ts';
import type { BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { missingOf } from '../runs/kept-of-run.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { dealTrades } from './deal-trades.ts';
import { dealLevels } from './deal-levels.ts';
import { amount } from '../plan/amounts.ts';
import { feesOf, sumFees } from './fees.ts';
import { replaysOf } from './own-time.ts';
import { endingsOf, endingsOfBasket } from './endings.ts';
import { basketRunOf } from './present-basket.ts';
import { presentBot } from './present-bot.ts';
import { booksOf, type RunBooks } from './run-books.ts';
import { anyPlanOf, isBasket, noticesOf, stopOf, stopOfRun } from '../runs/stored-plan.ts';

const IDLE: Record<NonNullable<LevelView['idle']>, string | null> = {
  unconfirmed: 'The exchange has not confirmed its order yet.',
  'external-change': 'Its order was canceled on the exchange.',
  'held-back': 'Nothing is placed while it is paused.',
  'not-trading': 'The pair is paused on the exchange.',
  resting: null,
  finished: 'Its round is done.',
  'too-small': 'Too little for an order.',
  'out-of-band': 'The exchange does not take this price yet.',
  'crossed-own-order': 'It would meet another order of yours: it is placed again in a moment.',
  refused: 'The exchange refused its order: it is tried again.',
  'left-out': 'Left out by you.',
  'taken-off': 'Taken off: the lines follow the price.',
  'given-up': 'Given up: its coins or money are missing on the account.',
};

const idleText = (idle: LevelView['idle'], { state }: Pick<RunFacts, 'state'>): string | null => {
  if (idle === null) return null;
  return idle === 'held-back' && state === 'stopped' ? 'The bot is over: nothing more is placed.' : IDLE[idle];
};

function levelOf(
  { of: { level, off }, state, idle }: LevelView,
  facts: Pick<RunFacts, 'counterEarning' | 'state'>,
): BotLevel {
  const { counterEarning } = facts;
  const live = state.orders.filter((order) => isLive(order.state));
  const rests = live.reduce((sum, { quantity, filledQuantity }) => sum.plus(quantity).minus(filledQuantity), ZERO);
  const { count: rounds, ...total } = state.total;
  return {
    number: level.number,
    buyPrice: level.buyPrice,
    sellPrice: level.sellPrice,
    stopPrice: null,
    side: state.side,
    quantity: amount(live.length > 0 ? rests : max(ZERO, state.rest)),
    // What a level that gave up held is gone, or another one's; at the end coins were sold, or left to their owner.
    held: amount(off === 'given-up' || facts.state === 'stopped' ? ZERO : max(ZERO, state.held)),
    rounds,
    earned: amount(counterEarning ? total.counter : total.base),
    resting: live.some((order) => isOnExchange(order.state)),
    idle: idleText(idle, facts),
    asksOwner: idle === 'external-change',
  };
}

const levelsOf = (books: RunBooks): BotLevel[] =>
  books.stored.run.engine === 'deals'
    ? dealLevels(books)
    : books.levels.filter(({ of }) => of.off !== 'replaced').map((level) => levelOf(level, books.facts));

/** What was paid in fees; of deals, on the orders of their blocks. */
async function feesPaid(deps: Pick<BotDeps, 'db' | 'markets'>, { stored }: RunBooks): Promise<BotRun['fees']> {
  if (stored.run.engine !== 'deals') return feesOf(stored.fills);
  const trades = await dealTrades(deps, [{ stored, keyName: '' }]);
  return sumFees(trades.flatMap(({ fees }) => fees));
}

/** C-18: what is gone, and which levels would go on without. */
function missingNow({ stored, facts, context }: RunBooks): BotRun['missing'] {
  const missing = stored.run.state === 'attention' ? missingOf(stored) : null;
  if (!missing) return null;
  const { givesUp } = stored.run.engine === 'rounds' ? levelsWithout(missing, facts, context) : { givesUp: [] };
  return { base: amount(missing.base), counter: amount(missing.counter), givesUp };
}

async function runOf(deps: Pick<BotDeps, 'db' | 'markets'>, books: RunBooks, connectorName: string): Promise<BotRun> {
  const { stored, facts, owned, result, currency, context } = books;
  const { run } = stored;
  const fees = await feesPaid(deps, books);
  const [total, rounds] = [result && amount(result.total), result && amount(result.cycles)];
  const holding =
    context.last && facts.counterEarning
      ? justHolding(facts.given.counter, { start: run.marketPrice, last: context.last }, context.rules)
      : null;
  return {
    uid: run.keyId,
    connectorName,
    state: run.state,
    reason: run.reason,
    given: { base: amount(facts.given.base), counter: amount(facts.given.counter) },
    owned: { base: amount(owned.base), counter: amount(owned.counter) },
    result: total && rounds && { currency, total, rounds, position: total.minus(rounds) },
    fees: fees.map(({ asset, amount: paid }) => ({ asset, amount: amount(paid) })),
    justHolding: holding && amount(holding),
    missing: missingNow(books),
    parts: [],
    rebalancedAt: null,
    levels: levelsOf(books),
    ...replaysOf(run),
  };
}

/** A bot with its settings, its levels and its books. */
export async function presentDetail(deps: BotDeps, row: BotRow, runs: readonly StoredRun[]): Promise<BotDetail> {
  const keys = await deps.keys.byIds(
    row.userId,
    runs.map(({ run }) => run.keyId),
  );
  const nameOf = ({ run }: StoredRun): string => keys.get(run.keyId)?.name ?? '';
  return {
    ...presentBot(deps, row, runs),
    plan: anyPlanOf(row),
    stop: runs[0] ? stopOfRun(runs[0]) : stopOf(row),
    startAt: row.startAt,
    copyKeys: row.copyKeys,
    mainUid: row.keyId,
    notices: [...noticesOf(row)],
    next: nextOf(runs),
    ...(isBasket(row) ? basketRuns(deps, runs, nameOf) : await roundsRuns(deps, runs, nameOf)),
  };
}

/** C-20. */
function nextOf([main]: readonly StoredRun[]): BotDetail['next'] {
  const next = main?.run.next;
  return next ? { botId: next.botId, name: next.name } : null;
}

type NameOf = (stored: StoredRun) => string;

async function roundsRuns(
  deps: BotDeps,
  runs: readonly StoredRun[],
  nameOf: NameOf,
): Promise<Pick<BotDetail, 'runs' | 'endings'>> {
  const all = runs.flatMap((stored) => booksOf(deps, stored) ?? []);
  return {
    runs: await Promise.all(all.map((books) => runOf(deps, books, nameOf(books.stored)))),
    endings: endingsOf(all),
  };
}

function basketRuns(deps: BotDeps, runs: readonly StoredRun[], nameOf: NameOf): Pick<BotDetail, 'runs' | 'endings'> {
  return {
    runs: runs.map((stored) => basketRunOf(deps, stored, nameOf(stored))),
    endings: endingsOfBasket(deps, runs),
  };
}
