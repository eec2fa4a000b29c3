import { marketName } from '#contracts/rules/market-name.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BacktestDeps } from '../deps.ts';

/** where the prices of a run are from, as its report says it. */
export const sourceOf = ({ paper }: Pick<BacktestDeps, 'paper'>, market: Market): string =>
  paper ? 'the paper market' : marketName(market);
