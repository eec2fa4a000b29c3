import type { Big } from 'big.js';
import type { listNearAlerts as contract, NearAlert } from '#contracts/alerts.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { alertDistance } from '#contracts/rules/alert-distance.ts';
import type { Market } from '#contracts/symbol.ts';
import { presentAlert } from './alerts.presenter.ts';
import type { AlertRow } from './alerts.store.ts';
import type { Markets } from '../markets/index.ts';

const MOST = 5;

/** Not rounded, so that near ones are told apart. */
const farness = (level: Big, now: Big): Big => level.minus(now).abs().div(now);

/** Of a person's active alerts those nearest to the last prices. */
export function nearAlerts(
  { lastPrice, findPair }: Pick<Markets, 'lastPrice' | 'findPair'>,
  rows: readonly AlertRow[],
): ResponseOf<typeof contract> {
  const levels = rows.flatMap((row) => (row.price ? [{ row, level: row.price }] : []));
  const priced = levels.flatMap(({ row, level }) => {
    const price = lastPrice(row.market, row.symbol)?.price;
    return price?.gt(0) ? [{ row, level, price, farness: farness(level, price) }] : [];
  });
  const nearest = priced.toSorted((one, other) => one.farness.cmp(other.farness)).slice(0, MOST);
  const alerts = nearest.map(({ row, level, price }): NearAlert => {
    const pair = findPair(row.market as Market, row.pair);
    return {
      alert: presentAlert(row),
      level,
      price,
      distance: alertDistance(level, price),
      priceDecimals: pair?.counterRound ?? 8,
    };
  });
  return { alerts, total: levels.length, unknown: levels.length - priced.length };
}
