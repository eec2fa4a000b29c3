import type { Pair } from '#contracts/markets.ts';
import { haltText } from '#contracts/rules/halt.ts';
import { formatMoment } from './format-time.ts';
import { marketName } from '#contracts/rules/market-name.ts';

/** 'since 7:11 PM' in local time; '' if unknown. */
const sinceText = ({ haltedSince }: Pair, now: number): string =>
  haltedSince === null ? '' : `since ${formatMoment(haltedSince, now)}`;

/** Why a pair cannot be traded, and since when; null while it trades. */
export function haltMessage(pair: Pair, now = Date.now()): string | null {
  const { status, market, baseCurrency, counterCurrency } = pair;
  if (status === 'trading') return null;
  const since = sinceText(pair, now);
  return haltText({ pair: `${baseCurrency}/${counterCurrency}`, market: marketName(market), status, since });
}

/** The same as a short label. */
export function haltLabel(pair: Pair, now = Date.now()): string | null {
  if (pair.status === 'trading') return null;
  return `${pair.status === 'cancel-only' ? 'Cancel only' : 'Halted'} ${sinceText(pair, now)}`.trim();
}
