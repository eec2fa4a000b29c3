import type { Big } from 'big.js';
import type { OrderBlock } from '../order-block.ts';
import { ZERO } from './decimal.ts';
import { isUnprotected } from './attention.ts';
import { floored, openBooks, PERCENT_DECIMALS, resultAt, wholeQuantity } from './open-result.ts';

/** An open block, and what its worth follows from; prices null while they are not known. */
export interface PricedBlock {
  /** The main key's first. */
  orders: readonly OrderBlock[];
  /** The last price, counter currency. */
  price: Big | null;
  /** USDT of one unit. */
  counterUsdt: Big | null;
  baseUsdt: Big | null;
}

export interface Exposure {
  /** USDT at the last prices, of what stands open: what is held, or is to be bought back. */
  usdt: Big;
  /** Of the parts without protection. */
  unprotected: Big;
  /** USDT, fees taken off, if all of it ended at the last prices. */
  result: Big;
  /** The result, of what the entries traded; null where nothing known is open. */
  percent: Big | null;
  /** Open parts whose amount or result is not known: they are in no sum. */
  unknown: number;
}

const DECIMALS = 2;

const mayHold = ({ open, status, firstFilledQuantity }: OrderBlock): boolean =>
  open && firstFilledQuantity.gt(0) && !['released', 'removed', 'closed', 'skipped', 'rejected'].includes(status);

/** In USDT. */
interface PartExposure {
  usdt: Big;
  result: Big;
  /** What the entry traded. */
  traded: Big;
}

/** Null where it is not known. */
function exposureOfPart(
  part: OrderBlock,
  { price, counterUsdt, baseUsdt }: Omit<PricedBlock, 'orders'>,
): PartExposure | null {
  const books = openBooks(part);
  const unit = part.counterEarning ? counterUsdt : baseUsdt;
  const result = books && price && resultAt(books, price);
  if (!books || !price || !counterUsdt || !unit || !result) return null;
  const usdt = wholeQuantity(books.moved, books, price).times(price).times(counterUsdt);
  const traded = part.counterEarning ? books.entry.counter : books.entry.quantity;
  return { usdt, result: result.profit.times(unit), traded: traded.times(unit) };
}

interface OpenPart {
  part: OrderBlock;
  /** Null where it is not known. */
  own: PartExposure | null;
}

const partsOf = ({ orders, ...prices }: PricedBlock): OpenPart[] =>
  orders.filter(mayHold).map((part) => ({ part, own: exposureOfPart(part, prices) }));

const sum = (parts: readonly OpenPart[], of: keyof PartExposure): Big =>
  parts.reduce((all, { own }) => (own ? all.plus(own[of]) : all), ZERO);

/** What open blocks stand for, over all pairs and keys; rounded down once, a loss away from zero. */
export function exposureOf(blocks: readonly PricedBlock[]): Exposure {
  const parts = blocks.flatMap(partsOf);
  const [result, traded] = [sum(parts, 'result'), sum(parts, 'traded')];
  const unprotected = parts.filter(({ part }) => isUnprotected(part));
  return {
    usdt: sum(parts, 'usdt').round(DECIMALS, 0),
    unprotected: sum(unprotected, 'usdt').round(DECIMALS, 0),
    result: result.round(DECIMALS, result.lt(0) ? 3 : 0),
    percent: traded.gt(0) ? floored(result.div(traded).times(100), PERCENT_DECIMALS) : null,
    unknown: parts.filter(({ own }) => own === null).length,
  };
}

/** Of what all keys are worth, as a percentage; null where that is not known or nothing. */
export const shareOf = (amount: Big, worth: Big | null): Big | null =>
  worth?.gt(0) ? amount.div(worth).times(100).round(DECIMALS, 0) : null;
