import type { Big } from 'big.js';
import type { EndingBot } from '#contracts/bot-endings.ts';
import type { BotEndings } from '#contracts/bots.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { canMove, stopMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { startPrice } from '../../../domain/strategies/rounds/grid-size.ts';
import { sellingAll } from '../../../domain/strategies/rounds/run-books.ts';
import { type BotRow, botsStore } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { amount } from '../plan/amounts.ts';
import { missingOf } from '../runs/kept-of-run.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { isBasket } from '../runs/stored-plan.ts';
import { presentBot } from './present-bot.ts';
import { basketEndings, basketRunOf } from './present-basket.ts';
import { booksOf, type RunBooks } from './run-books.ts';

/** what is missing is no loss, whether its owner has let it go or not. */
function saleResult({ facts, stored, context: { last } }: RunBooks, counter: Big): Big | null {
  const { given, taken, counterEarning } = facts;
  if (given.base.gt(0) || !counterEarning || !last) return null;
  const missing = missingOf(stored);
  const gone = missing ? missing.counter.plus(missing.base.times(last)) : ZERO;
  return amount(
    counter
      .plus(taken?.worth ?? 0)
      .plus(gone)
      .minus(given.counter),
  );
}

/** C-9: what each ending of a run would come to; null while the last price is not known. */
function endingsOfRun(books: RunBooks): BotEndings | null {
  const { facts, stored, context } = books;
  const { last, rules } = context;
  if (!last) return null;
  const missing = missingOf(stored);
  const owned = missing
    ? { base: books.owned.base.minus(missing.base), counter: books.owned.counter.minus(missing.counter) }
    : books.owned;
  const sale = sellingAll(owned, last, rules);
  const price = startPrice(last, rules.tick);
  const bought = floorTo(rules.step, max(ZERO, owned.counter).div(price));
  return {
    keep: { base: amount(owned.base), counter: amount(owned.counter) },
    sell: {
      quantity: amount(sale.sold),
      counter: amount(sale.counter),
      dust: amount(sale.dust),
      result: saleResult(books, sale.counter),
    },
    buyBack: facts.counterEarning
      ? null
      : {
          base: amount(owned.base.plus(bought.times(rules.fee.times(-1).plus(1)))),
          // The order's limit is above the market, which fills it at its price.
          left: amount(owned.counter.minus(bought.times(last))),
        },
  };
}

const sumOf = (one: Big | null, other: Big | null): Big | null => one && other && one.plus(other);

const together = (one: BotEndings, other: BotEndings): BotEndings => ({
  keep: { base: one.keep.base.plus(other.keep.base), counter: one.keep.counter.plus(other.keep.counter) },
  sell: {
    quantity: one.sell.quantity.plus(other.sell.quantity),
    counter: one.sell.counter.plus(other.sell.counter),
    dust: one.sell.dust.plus(other.sell.dust),
    result: sumOf(one.sell.result, other.sell.result),
  },
  buyBack: one.buyBack &&
    other.buyBack && {
      base: one.buyBack.base.plus(other.buyBack.base),
      left: one.buyBack.left.plus(other.buyBack.left),
    },
});

/** C-9: of all runs that are not over together; null where there is none, or one of them is not known. */
export function endingsOf(all: readonly RunBooks[]): BotEndings | null {
  const each = all.filter(({ facts }) => facts.state !== 'stopped').map(endingsOfRun);
  const [first = null, ...others] = each;
  return others.reduce((sum, one) => sum && one && together(sum, one), first);
}

/** B-6: a basket has one run. */
export const endingsOfBasket = (deps: BotDeps, [main]: readonly StoredRun[]): BotEndings | null =>
  main && main.run.state !== 'stopped' ? basketEndings(deps, main) : null;

const givenOf = ({ facts: { given } }: RunBooks) => ({ base: amount(given.base), counter: amount(given.counter) });

function endingBot(deps: BotDeps, row: BotRow, runs: readonly StoredRun[]): EndingBot {
  const card = presentBot(deps, row, runs);
  if (isBasket(row))
    return {
      ...card,
      runs: runs.map((stored) => basketRunOf(deps, stored, '')),
      endings: endingsOfBasket(deps, runs),
    };
  const all = runs.flatMap((stored) => booksOf(deps, stored) ?? []);
  return { ...card, runs: all.map((books) => ({ given: givenOf(books), parts: [] })), endings: endingsOf(all) };
}

const canStop = ({ run: { state } }: StoredRun): boolean => canMove(state, stopMove(state));

/** U-1: every bot of a person that can be stopped, the newest first. */
export async function endingsOfBots(deps: BotDeps, userId: string): Promise<EndingBot[]> {
  const [rows, all] = await Promise.all([botsStore(deps.db, userId).all(), runsStore(deps.db, userId).all()]);
  const ofBot = Map.groupBy(all, ({ bot }) => bot.id);
  return rows.flatMap((row) => {
    const runs = ofBot.get(row.id) ?? [];
    return runs.some(canStop) ? endingBot(deps, row, runs) : [];
  });
}
