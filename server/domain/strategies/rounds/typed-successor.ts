import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { sellableOf } from './grid-size.ts';
import type { GridLevel, GridRules } from './level.ts';
import { smallestOrder } from './level-trades.ts';
import { linesOf } from './plan-run.ts';
import type { Amounts } from './run-books.ts';
import type { Successor } from './successor.ts';
import { levelOfCoins, replaces, stepLevels, type StepSettings, type TypedLevel } from './typed-levels.ts';

interface SuccessorContext {
  market: Big;
  rules: GridRules;
}

/** Whole steps of coins, and money; what a run is short of it does not have. */
const wholeOf = ({ base, counter }: Amounts, { step }: GridRules): Amounts => ({
  base: floorTo(step, max(ZERO, base)),
  counter: max(ZERO, counter),
});

/** Of levels that begin with what they have; nothing is traded before. */
function successor(levels: GridLevel[], owned: Amounts, counterEarning: boolean): Successor {
  const given = levels.reduce<Amounts>(
    ({ base, counter }, { begins }) => ({
      base: base.plus(begins?.base ?? ZERO),
      counter: counter.plus(begins?.counter ?? ZERO),
    }),
    { base: ZERO, counter: ZERO },
  );
  return {
    plan: { lines: linesOf(levels), levels, startOrder: null, given, counterEarning, unit: null },
    left: { base: max(ZERO, owned.base).minus(given.base), counter: max(ZERO, owned.counter).minus(given.counter) },
  };
}

/**
 * C-20, T-7, T-9: one level at other prices. It goes on with the leg for which it has more, and with the rest in the one
 * after that; a round moves what both are. Money that no purchase would spend stays on the account.
 */
export function levelSuccessor(
  typed: Omit<TypedLevel, 'invest'>,
  owned: Amounts,
  { market, rules }: SuccessorContext,
): Successor {
  const { base: coins, counter: money } = wholeOf(owned, rules);
  const affordable = floorTo(rules.step, money.div(typed.buy));
  const quantity =
    typed.first === 'buy' ? affordable.plus(replaces(coins, rules)) : coins.plus(sellableOf(affordable, rules));
  const startsBy = coins.times(market).gte(money) ? 'sell' : 'buy';
  const level = levelOfCoins(typed, quantity, rules);
  const isSpent = startsBy === 'buy' || level.buys.by === 'fixed';
  const begins = { base: coins, counter: isSpent ? affordable.times(typed.buy) : ZERO };
  return successor([{ ...level, startsBy, begins }], owned, typed.counterEarning);
}

type OtherSteps = Omit<StepSettings, 'coins' | 'market'>;

/** So many of the lowest steps count as sold: they share the money and buy first; the coins are those of the others. */
function stepsWith(
  settings: OtherSteps,
  { base: coins, counter: money }: Amounts,
  of: SuccessorContext & { sold: number },
) {
  const { rules, market, sold } = of;
  const others = settings.steps - sold;
  const part = others > 0 ? floorTo(rules.step, coins.div(others)) : ZERO;
  const sized = (level: GridLevel, quantity: Big): GridLevel =>
    Object.assign(level, {
      sells: { by: 'fixed', quantity },
      ...(settings.counterEarning && { buys: { by: 'fixed', quantity: replaces(quantity, rules) } }),
    });
  return stepLevels({ ...settings, coins: ZERO, market }, rules).map((level, at): GridLevel => {
    if (at >= sold) {
      const quantity = at === settings.steps - 1 ? coins.minus(part.times(others - 1)) : part;
      return Object.assign(sized(level, quantity), { begins: { base: quantity, counter: ZERO } });
    }
    const bought = floorTo(rules.step, money.div(sold).div(level.buyPrice));
    const begins = { base: ZERO, counter: bought.times(level.buyPrice) };
    return Object.assign(sized(level, sellableOf(bought, rules)), { startsBy: 'buy', begins });
  });
}

/**
 * C-20, T-6: steps above the market of now. Coins are sold first, and money buys back first, in as many steps of each as
 * leave the smallest order largest.
 */
export function stepsSuccessor(settings: OtherSteps, owned: Amounts, { market, rules }: SuccessorContext): Successor {
  const has = wholeOf(owned, rules);
  const all = Array.from({ length: settings.steps + 1 }, (_, sold) => {
    const levels = stepsWith(settings, has, { market, rules, sold });
    return { levels, smallest: smallestOrder({ levels }, market, rules) ?? ZERO };
  });
  const best = all.reduce((one, other) => (other.smallest.gt(one.smallest) ? other : one));
  return successor(best.levels, owned, settings.counterEarning);
}
