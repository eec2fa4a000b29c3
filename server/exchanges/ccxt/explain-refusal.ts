import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { decimals } from '../../lib/decimal.ts';
import type { Exchange, Rejection } from '../exchange.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import type { OrderTerms } from '../../domain/market/exchange-order.ts';
import { LEAST_TOTAL_SENTENCE } from './rest/outcomes.ts';

interface Options {
  /** The exchange's name. */
  name: string;
  pairs: Exchange['pairs'];
  /** That what is needed is not free. */
  isBalance(refused: Rejection): boolean;
}

const text = (step: Big, amount: Big) => grouped(amount, decimals(step));

/** Why an amount is off its steps, with the nearest that are on them. */
function offStep(name: string, amount: Big, step: Big): string | undefined {
  const [below, above] = [floorTo(step, amount), ceilTo(step, amount)];
  if (below.eq(amount)) return undefined;
  const fitting = below.gt(0) ? `${text(step, below)} or ${text(step, above)}` : text(step, above);
  return `The ${name} must be a multiple of ${step.toFixed()}: ${fitting} would be accepted.`;
}

function quantityWords({ quantity, type }: OrderTerms, pair: ExchangePair): string | undefined {
  const own = { min: pair.minQuantity, max: pair.maxQuantity, step: pair.step };
  const { min, max, step } = type === 'market' ? (pair.marketQuantity ?? own) : own;
  if (quantity.lt(min)) return `The quantity must be at least ${text(step, min)} ${pair.base}.`;
  if (quantity.gt(max)) return `The quantity may be at most ${text(step, max)} ${pair.base}.`;
  return offStep('quantity', quantity, step);
}

function priceWords(terms: OrderTerms, { tick }: ExchangePair): string | undefined {
  const price = 'price' in terms ? offStep('price', terms.price, tick) : undefined;
  return price ?? ('stopPrice' in terms && terms.stopPrice ? offStep('stop price', terms.stopPrice, tick) : undefined);
}

const pricedAt = (terms: OrderTerms): Big | undefined => {
  if ('price' in terms) return terms.price;
  return 'stopPrice' in terms ? (terms.stopPrice ?? undefined) : undefined;
};

function totalWords(name: string, terms: OrderTerms, pair: ExchangePair): string | undefined {
  const at = pricedAt(terms);
  if (at === undefined || at.lte(0) || terms.quantity.times(at).gte(pair.minNotional)) return undefined;
  const needed = text(pair.step, ceilTo(pair.step, pair.minNotional.div(at)));
  const least = `${name} takes ${grouped(pair.minNotional)} ${pair.counter} and more here`;
  return `${LEAST_TOTAL_SENTENCE}. ${least}: at ${text(pair.tick, at)} that is ${needed} ${pair.base}.`;
}

function balanceWords(terms: OrderTerms, pair: ExchangePair): string {
  const asset = terms.side === 'sell' ? pair.base : pair.counter;
  const at = pricedAt(terms);
  const needed = terms.side === 'sell' ? terms.quantity : at && terms.quantity.times(at);
  const amount = needed === undefined ? `more ${asset} than is` : `${grouped(needed)} ${asset}`;
  return `The balance is insufficient: this order needs ${amount} free.`;
}

/** Orders whose refusal says what would have been accepted, where their own terms show it. */
export function explainRefusals({ name, pairs, isBalance }: Options, place: Exchange['place']): Exchange['place'] {
  return async (credentials, terms) => {
    const placement = await place(credentials, terms);
    const pair = pairs().get(terms.symbol);
    if (placement.outcome !== 'rejected' || pair === undefined || placement.retryAfter !== undefined) return placement;
    if (isBalance(placement)) return { ...placement, sentence: balanceWords(terms, pair) };
    const words = quantityWords(terms, pair) ?? priceWords(terms, pair) ?? totalWords(name, terms, pair);
    return words === undefined ? placement : { ...placement, sentence: words };
  };
}
