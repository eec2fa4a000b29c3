import type { BasketReplay } from '../../../domain/backtest/basket/replay-basket.ts';
import type { Replay } from '../../../domain/backtest/replay-run.ts';
import { csvLine } from '../../../lib/csv.ts';

const COLUMNS = ['time', 'level', 'side', 'price', 'quantity', 'base', 'counter'];

/** Each deal with what it brought in and took after its fee; level 0 is the run's own start and stop. */
export const dealsCsv = ({ fills }: Pick<Replay, 'fills'>): string =>
  [
    csvLine(COLUMNS),
    ...fills.map(({ time, level, side, price, quantity, base, counter }) =>
      csvLine([
        new Date(time).toISOString(),
        `${level}`,
        side.toLowerCase(),
        price.toFixed(),
        quantity.toFixed(),
        base.toFixed(),
        counter.toFixed(),
      ]),
    ),
  ].join('');

const OF_BASKET = ['time', 'rebalancing', 'asset', 'side', 'price', 'quantity', 'base', 'counter'];

/** The same of a basket, with the asset; rebalancing 0 is its stop. */
export const basketCsv = ({ fills }: Pick<BasketReplay, 'fills'>): string =>
  [
    csvLine(OF_BASKET),
    ...fills.map(({ time, turn, asset, side, price, quantity, base, counter }) =>
      csvLine([
        new Date(time).toISOString(),
        `${turn}`,
        asset,
        side.toLowerCase(),
        price.toFixed(),
        quantity.toFixed(),
        base.toFixed(),
        counter.toFixed(),
      ]),
    ),
  ].join('');
