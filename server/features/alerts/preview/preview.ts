import { isOccasion, type MarketCondition } from '#contracts/alert-conditions.ts';
import type { previewAlert } from '#contracts/alert-preview.ts';
import type { JsonOf, ResponseOf } from '#contracts/endpoint.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Price } from '../../../runtime/price-triggers/price-book.ts';
import { readHistory } from '../conditions/history.ts';
import type { ConditionRow } from '../conditions/condition-row.ts';
import { PairConditions } from '../conditions/pair-conditions.ts';
import { replay } from '../conditions/replay.ts';
import type { Alerts } from '../index.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { countedHistory } from './counted-history.ts';
import { type Past, pastOf } from './kept-past.ts';
import { levelFirings, nearLevel } from './level-firings.ts';
import { conditionLines } from './preview-lines.ts';

type Asked = JsonOf<typeof previewAlert>;
type Preview = ResponseOf<typeof previewAlert>;
interface Firings extends Pick<Preview, 'lines'> {
  fired: NonNullable<Preview['fired']>;
  /** UTC epoch ms; null where it could not be counted. */
  since: number | null;
}

const NOTHING = { fired: null, hours: 0, closes: [], lines: [] };
const TOO_FEW = 'How often it would have fired is not known: the exchange has too few candles for that yet.';

interface OfPair {
  market: Asked['market'];
  pair: ExchangePair;
  past: Past;
}

/** K-11: an alert that fires each time, run through the span as after a gap of so long. */
async function conditionPreview(
  { market, pair: { symbol }, past }: OfPair,
  condition: MarketCondition,
): Promise<Firings> {
  const { span, reader } = past;
  const of = { num: 1, market, symbol, condition, seq: 1, armedAt: span.from, executedAt: null };
  const row: ConditionRow = { ...of, informing: 'ALWAYS' };
  const { history, since } = countedHistory(past, row, await readHistory(reader, { rows: [row], ...span }));
  const fired: Price[] = [];
  const conditions = new PairConditions({ table: new AlertTable(), onFired: (_, at) => fired.push(at) });
  replay(conditions, { rows: [row], history, mark: -Infinity });
  const lines = conditionLines(condition, history, span);
  return { fired: fired.map(({ time, price }) => ({ at: time, price })), since, lines };
}

async function levelPreview(
  { pair, past: { span, since, hours, steps } }: OfPair,
  { price, type }: Pick<Asked, 'price' | 'type'>,
): Promise<Firings | null> {
  if (!price || !type) return null;
  const near = nearLevel(price, hours);
  const nearSteps = near ? (await steps()).filter(({ openTime }) => openTime >= near.from && openTime < near.to) : [];
  const level = Number(price.toFixed());
  const line = [span.from, span.to].map((at) => ({ at, price: level }));
  return { fired: levelFirings({ price, type, tick: pair.tick }, nearSteps), since, lines: [line] };
}

/** U-10: what an alert that fires each time would have done in the last days. */
export async function previewOf(
  { findExchangePair, exchange: exchangeOf, clock }: Pick<Alerts, 'findExchangePair' | 'exchange' | 'clock'>,
  { market, symbol: name, condition, ...level }: Asked,
): Promise<Preview> {
  if (condition && isOccasion(condition))
    return { error: 'Firings of this kind cannot be counted over the past.', ...NOTHING };
  const pair = findExchangePair(market, name);
  const exchange = exchangeOf(market);
  if (!pair || !exchange) return { error: 'Coin pair incorrect. Choose again', ...NOTHING };
  const past = await pastOf(exchange, pair.symbol, clock());
  if (!past) return { error: null, ...NOTHING };
  const of = { market, pair, past };
  const counting = condition ? conditionPreview(of, condition) : levelPreview(of, level);
  const firings = await counting.catch(() => null);
  if (!firings) return { error: null, ...NOTHING };
  const { since, ...counted } = firings;
  const { to } = past.span;
  const hours = since === null ? 0 : Math.floor((to - since) / HOUR);
  if (hours === 0) return { error: TOO_FEW, ...NOTHING };
  const closes = past.hours.map(({ closeTime, close }) => ({ at: Math.min(closeTime, to), price: close }));
  return { error: null, hours, closes, ...counted };
}
