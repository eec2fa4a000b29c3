import { PREVIEW_DAYS, type previewAlert } from '#contracts/alerts.ts';
import { isOccasion } from '#contracts/alert-conditions.ts';
import type { JsonOf, ResponseOf } from '#contracts/endpoint.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import { AlertTable } from '../levels/alert-table.ts';
import type { Alerts } from '../index.ts';
import { readHistory } from './history.ts';
import type { ConditionRow } from './condition-row.ts';
import { PairConditions } from './pair-conditions.ts';
import { replay } from './replay.ts';

const NOTHING = { fired: null, closes: [] };

/** U-10: an alert that fires each time, run through the last days as after a gap of so long. */
export async function previewOf(
  { findPair, exchange: exchangeOf, clock }: Pick<Alerts, 'findPair' | 'exchange' | 'clock'>,
  { market, symbol: name, condition }: JsonOf<typeof previewAlert>,
): Promise<ResponseOf<typeof previewAlert>> {
  if (isOccasion(condition)) return { error: 'Firings of this kind cannot be counted over the past.', ...NOTHING };
  const pair = findPair(market, name);
  const exchange = exchangeOf(market);
  if (!pair || !exchange) return { error: 'Coin pair incorrect. Choose again', ...NOTHING };
  const to = clock();
  const from = to - PREVIEW_DAYS * DAY;
  const of = { market, symbol: pair.simpleName };
  const row: ConditionRow = { num: 1, ...of, condition, informing: 'ALWAYS', seq: 1, armedAt: from, executedAt: null };
  const history = await readHistory(exchange, { symbol: pair.simpleName, rows: [row], from, to }).catch(() => null);
  if (!history) return { error: null, ...NOTHING };
  const fired: Price[] = [];
  const conditions = new PairConditions({ table: new AlertTable(), onFired: (_, at) => fired.push(at) });
  replay(conditions, { rows: [row], history, mark: -Infinity });
  const hours = await exchange.candles({ symbol: pair.simpleName, interval: '1h', startTime: from, endTime: to });
  const closes = hours.outcome === 'ok' ? hours.value : [];
  return {
    error: null,
    fired: fired.map(({ time, price }) => ({ at: time, price })),
    closes: closes.map(({ closeTime, close }) => ({ at: Math.min(closeTime, to), price: close })),
  };
}
