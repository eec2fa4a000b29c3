import { Big } from 'big.js';
import * as z from 'zod/mini';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import type { Rejection } from '../../exchange.ts';
import { notSent } from '../../refusals.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import { blankAmount } from '../../ccxt/wire-values.ts';

/** How far beyond the best offer a limit goes that stands in for a market order. */
const CROSSES_BY = new Big('0.01');
/** Ms until the pair may take such an order again. */
const TRY_AGAIN_AFTER = 15_000;

const Ticker = z.object({ best_bid: blankAmount, best_ask: blankAmount });

interface Of {
  productId: string;
  pair: ExchangePair | undefined;
}

const notNow = (sentence: string): Rejection => ({ ...notSent(sentence), retryAfter: TRY_AGAIN_AFTER });

const nameOf = ({ base, counter }: ExchangePair) => `${base}/${counter}`;

/** A limit that trades at once, and ends where nothing is left to trade with. */
async function crossing(rest: Rest, terms: OrderTerms, { productId, pair }: Of & { pair: ExchangePair }) {
  const path = `brokerage/market/products/${productId}/ticker`;
  const ticker = await rest.ask({ path, params: { limit: 1 }, urgent: true, answer: Ticker });
  if (ticker.outcome === 'rejected' && ticker.retryAfter !== undefined) return ticker;
  if (ticker.outcome !== 'ok') return notNow(`Coinbase did not name its best offers in ${nameOf(pair)}.`);
  const isBuy = terms.side === 'buy';
  const best = isBuy ? ticker.value.best_ask : ticker.value.best_bid;
  if (best.lte(0)) return notNow(`Coinbase has no offer in ${nameOf(pair)} to trade with now.`);
  const beyond = isBuy ? best.times(CROSSES_BY.plus(1)) : best.times(new Big(1).minus(CROSSES_BY));
  const price = isBuy ? floorTo(pair.tick, beyond) : ceilTo(pair.tick, beyond);
  const { clientOrderId, symbol, side, quantity } = terms;
  return { clientOrderId, symbol, side, quantity, type: 'limit', price, timeInForce: 'ioc' } satisfies OrderTerms;
}

/** The order in the form that its pair takes now, or why there is none: market orders are not taken in every mode. */
export async function asTaken(rest: Rest, terms: OrderTerms, of: Of): Promise<OrderTerms | Rejection> {
  const { pair } = of;
  if (terms.type !== 'market' || pair?.takesOnly === undefined) return terms;
  if (pair.takesOnly === 'limit') return crossing(rest, terms, { ...of, pair });
  const name = nameOf(pair);
  return notNow(`Coinbase fills no orders at once in ${name} now: it takes only limit orders that rest there.`);
}
