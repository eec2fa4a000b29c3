import type { Big } from 'big.js';
import { min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { imbalanceWeights, type Rung, rungsOf } from './grid-levels.ts';
import { type GridSettings, type SizeBy, sizeGrid, soldFirst } from './grid-size.ts';
import { inverseGrid } from './inverse-grid.ts';
import type { GridLevel, GridRules, Sizing } from './level.ts';
import { type AveragingSettings, boughtBy, ladderOf, reservedFor, takeProfitOf } from '../averaging/addition-ladder.ts';
import { baseOrder } from '../averaging/deal-step.ts';
import type { TypedDeals } from '../signals/signal-settings.ts';
import { turtlePlan, type TypedTurtle } from './turtle-plan.ts';
import { signalsPlan } from './signals-plan.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { type LineSettings, priceLines } from './price-lines.ts';
import type { Amounts } from './run-books.ts';
import type { RunPlan } from './run-plan.ts';
import { stepLevels, typedLevel } from './typed-levels.ts';

export type { RunPlan } from './run-plan.ts';

interface Grid extends LineSettings {
  size: SizeBy;
  /** Counter units. */
  invest: Big;
  /** Base units of the person's own. */
  ownCoins?: Big | null | undefined;
}
interface Levels {
  order: 'buy-sell' | 'sell-buy';
  counterEarning: boolean;
  buy: Big;
  sell: Big;
  invest: Big;
  repeat: boolean;
}
interface Steps {
  coins: Big;
  steps: number;
  /** Percent. */
  up: Big;
  back: Big;
  counterEarning: boolean;
  repeat: boolean;
}

/** PB-11: amounts in counter units, the rest in percent. */
export interface Averaging {
  base: Big;
  addition: Big;
  additions: number;
  deviation: Big;
  deviationFactor: Big;
  amountFactor: Big;
  takeProfit: Big;
  stop: Big | null;
}

interface LevelsSettings {
  type: 'levels' | 'range' | 'sell-buy-once' | 'buy-sell-once';
  settings: Levels;
}

/** The types of bots that trade, with what a person sets. */
export type RunSettings =
  | { type: 'grid' | 'trend-grid'; settings: Grid }
  | { type: 'imbalance-grid'; settings: Grid & { lowestWeight: Big } }
  | { type: 'inverse-grid'; settings: LineSettings & { coins: Big } }
  | { type: 'steps'; settings: Steps }
  | { type: 'averaging'; settings: Averaging }
  | { type: 'smart-money' | 'signal'; settings: TypedDeals }
  | { type: 'smart-money-turtle'; settings: TypedTurtle }
  | LevelsSettings;

const orderOf = (side: Side, { quantity, price }: { quantity: Big; price: Big }): RunPlan['startOrder'] =>
  quantity.gt(0) ? { side, quantity, price } : null;

/** A grid apart from its investment. */
export type GridLines = Omit<Grid, 'invest'> & { lowestWeight?: Big };

/** What sizes a grid with these settings. */
export function gridSettings(settings: GridLines, market: Big, tick: Big): GridSettings {
  const lines = priceLines(settings, tick);
  const rungs: Rung[] = rungsOf(lines, market);
  const { steps, size, lowestWeight } = settings;
  const weights = lowestWeight ? imbalanceWeights(steps, lowestWeight) : rungs.map(() => ONE);
  return { rungs, weights, size, market, ownCoins: settings.ownCoins ?? ZERO };
}

function gridPlan(settings: Grid & { lowestWeight?: Big }, market: Big, rules: GridRules): RunPlan {
  const sizing = gridSettings(settings, market, rules.tick);
  const grid = sizeGrid(sizing, rules, settings.invest);
  return {
    lines: priceLines(settings, rules.tick),
    levels: grid.levels,
    startOrder: orderOf('buy', grid.startOrder),
    given: { base: min(sizing.ownCoins, soldFirst(grid, rules)), counter: grid.cost },
    counterEarning: true,
    unit: grid.unit,
  };
}

function inversePlan(settings: LineSettings & { coins: Big }, market: Big, rules: GridRules): RunPlan {
  const lines = priceLines(settings, rules.tick);
  const { perLevel, levels, startOrder } = inverseGrid(
    { rungs: rungsOf(lines, market), coins: settings.coins, market },
    rules,
  );
  return {
    lines,
    levels,
    startOrder: orderOf('sell', startOrder),
    given: { base: perLevel.times(levels.length), counter: ZERO },
    counterEarning: false,
    unit: perLevel,
  };
}

const ascending = (prices: readonly Big[]): Big[] =>
  prices
    .toSorted((one, other) => one.cmp(other))
    .filter((price, at, all) => at === 0 || !price.eq(all[at - 1] ?? ZERO));

/** The prices of levels, each once. */
export const linesOf = (levels: readonly Pick<GridLevel, 'buyPrice' | 'sellPrice'>[]): Big[] =>
  ascending(levels.flatMap(({ buyPrice, sellPrice }) => [buyPrice, sellPrice]));

const quantityOf = (sizing: Sizing): Big => (sizing.by === 'fixed' ? sizing.quantity : ZERO);

/** What the first order of a level spends. */
function firstNeeds({ startsBy, buyPrice, buys, sells }: GridLevel): Amounts {
  return startsBy === 'buy'
    ? { base: ZERO, counter: quantityOf(buys).times(buyPrice) }
    : { base: quantityOf(sells), counter: ZERO };
}

function typedPlan(levels: GridLevel[], counterEarning: boolean): RunPlan {
  const needs = levels.map(firstNeeds);
  return {
    lines: linesOf(levels),
    levels,
    startOrder: null,
    given: {
      base: needs.reduce((sum, { base }) => sum.plus(base), ZERO),
      counter: needs.reduce((sum, { counter }) => sum.plus(counter), ZERO),
    },
    counterEarning,
    unit: null,
  };
}

const percent = (of: Big): Big => of.div(100);

/** As rules compare them. */
export const averagingOf = ({ base, deviation, takeProfit, stop, ...settings }: Averaging): AveragingSettings => ({
  ...settings,
  baseOrder: base,
  deviation: percent(deviation),
  takeProfit: percent(takeProfit),
  stop: stop && percent(stop),
});

/** PB-11: a level for each order, that sells all that was bought by then. */
function averagingPlan(settings: AveragingSettings, market: Big, rules: GridRules): RunPlan {
  const ladder = ladderOf(settings, market, rules);
  const levels = ladder.map(({ price, quantity }, at): GridLevel => {
    const bought = boughtBy(ladder.slice(0, at + 1), rules);
    return {
      number: ladder.length - at,
      buyPrice: price,
      sellPrice: takeProfitOf(bought, settings.takeProfit, rules) ?? price,
      startsBy: 'buy',
      cycleOpensBy: 'buy',
      buys: { by: 'fixed', quantity },
      sells: { by: 'fixed', quantity: floorTo(rules.step, bought.net) },
      repeat: false,
    };
  });
  return {
    lines: ascending(levels.map(({ buyPrice }) => buyPrice)),
    levels: levels.toReversed(),
    startOrder: { side: 'buy', ...baseOrder(settings, market, rules) },
    given: { base: ZERO, counter: reservedFor(ladder) },
    counterEarning: true,
    unit: null,
  };
}

/** One level as it was typed. */
function levelsPlan({ type, settings: { order, repeat, ...settings } }: LevelsSettings, rules: GridRules): RunPlan {
  const isBuyFirst = type === 'buy-sell-once' || (type !== 'sell-buy-once' && order === 'buy-sell');
  const first = isBuyFirst ? 'buy' : 'sell';
  const repeats = type === 'range' || (type === 'levels' && repeat);
  return typedPlan([typedLevel({ ...settings, first, repeat: repeats }, rules)], settings.counterEarning);
}

/** What a bot with these settings would do if it began at this last price. */
export function planRun(of: RunSettings, market: Big, rules: GridRules): RunPlan {
  switch (of.type) {
    case 'grid':
    case 'trend-grid':
    case 'imbalance-grid':
      return gridPlan(of.settings, market, rules);
    case 'inverse-grid':
      return inversePlan(of.settings, market, rules);
    case 'steps': {
      const { up, back, ...settings } = of.settings;
      const levels = stepLevels({ ...settings, market, up: percent(up), back: percent(back) }, rules);
      return typedPlan(levels, settings.counterEarning);
    }
    case 'averaging':
      return averagingPlan(averagingOf(of.settings), market, rules);
    case 'smart-money':
    case 'signal':
      return signalsPlan(of.settings, market, rules);
    case 'smart-money-turtle':
      return turtlePlan(of.settings, market, rules);
    default:
      return levelsPlan(of, rules);
  }
}
