import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { type BasketContext, type BasketFacts, heldOf } from '../../../domain/strategies/basket/basket-facts.ts';
import { ownedBy, type RunContext, type RunFacts } from '../../../domain/strategies/rounds/run-facts.ts';

interface LeftOver {
  name: string;
  amount: Big;
  /** Counter units; null for the counter currency itself, and while its price is not known. */
  worth: Big | null;
}

const DECIMALS = 8;
const WORTH_DIGITS = 3;

function named(left: readonly LeftOver[], counter: string): string {
  return left
    .map(({ name, amount, worth }) => {
      const value = worth ? ` (${grouped(worth.prec(WORTH_DIGITS))} ${counter})` : '';
      return `${grouped(amount.round(DECIMALS, 0))} ${name}${value}`;
    })
    .join(', ');
}

const isShown = ({ amount }: LeftOver): boolean => amount.round(DECIMALS, 0).gt(0);

const noMore = (left: readonly LeftOver[], counter: string): string | null =>
  left.some(isShown) ? `${named(left.filter(isShown), counter)} stay: not traded on the exchange any more.` : null;

const tooLittle = (left: readonly LeftOver[], counter: string): string | null =>
  left.some(isShown) ? `${named(left.filter(isShown), counter)} stay: too little for an order.` : null;

/** C-9: what of a run is too small to trade at its end; null where nothing is. */
export function leftOver(
  facts: RunFacts,
  { last, isGone }: Pick<RunContext, 'last' | 'isGone'>,
  { base, counter }: Pick<ExchangePair, 'base' | 'counter'>,
): string | null {
  if (facts.ending === 'keep' || facts.ending === null) return null;
  const owned = ownedBy(facts);
  const left =
    facts.ending === 'sell'
      ? { name: base, amount: owned.base, worth: last && owned.base.times(last) }
      : { name: counter, amount: owned.counter, worth: null };
  return isGone ? noMore([left], counter) : tooLittle([left], counter);
}

/** C-9: the same of a deal that was to sell; `base` is what its blocks still hold. */
export function leftOfDeal(base: Big, last: Big | null, { step, base: name, counter }: ExchangePair): string | null {
  return base.lt(step) ? null : tooLittle([{ name, amount: base, worth: last && base.times(last) }], counter);
}

/** C-9, B-6: the same of a basket; what is not traded any more is not sold either. */
export function leftOfBasket(facts: BasketFacts, { pairs }: BasketContext): string | null {
  if (facts.ending !== 'sell') return null;
  const counter = facts.assets.find(({ number }) => number === 0)?.name ?? '';
  const leftOf = (isGone: boolean): LeftOver[] =>
    facts.assets.flatMap((asset) => {
      const pair = pairs.get(asset.number);
      if (asset.number === 0 || (pair?.status === 'gone') !== isGone) return [];
      const amount = heldOf(asset, facts.orders);
      return [{ name: asset.name, amount, worth: pair?.last ? amount.times(pair.last) : null }];
    });
  const texts = [tooLittle(leftOf(false), counter), noMore(leftOf(true), counter)].filter((text) => text !== null);
  return texts.length > 0 ? texts.join(' ') : null;
}
