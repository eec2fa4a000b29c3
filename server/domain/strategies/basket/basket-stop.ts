import type { Big } from 'big.js';
import { stopReached } from '../rounds/stop-conditions.ts';
import type { BasketResult } from './basket-facts.ts';

/** B-6: null where it is not set. */
export interface BasketStops {
  /** Of what it was given, as a fraction. */
  loss: Big | null;
  /** UTC epoch ms. */
  at: number | null;
}

interface StopFacts {
  /** Null while a last price is not known, or no minute has closed since the last look. */
  books: Pick<BasketResult, 'total' | 'given'> | null;
  now: number;
}

/** B-6: its total is looked at with each minute's close, as its parts are; the time comes by itself. */
export function basketStopMet({ loss, at }: BasketStops, { books, now }: StopFacts): 'loss' | 'at' | null {
  const prices = { below: null, above: null, gain: null };
  const facts = { traded: null, now };
  if (!books) return at !== null && now >= at ? 'at' : null;
  const { total, given } = books;
  const reached = stopReached({ ...prices, loss, at }, { ...facts, total, given });
  return reached === 'loss' || reached === 'at' ? reached : null;
}
