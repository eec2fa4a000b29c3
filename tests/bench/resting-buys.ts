import { createHmac, randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { getMarketInfo } from '#contracts/markets.ts';
import { placeFirstOrder } from '#contracts/orders.ts';
import { visitor } from '../../server/scripts/visitor.ts';

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' } as const;
const QUANTITY = 20;

export type Person = ReturnType<typeof visitor>;
export interface Account {
  key: string;
  secret: string;
}

export async function stranger(origin: string): Promise<Person> {
  const person = visitor(origin);
  await person.join({ email: `${randomUUID()}@bench.example`, username: 'Bench', password: 'Bench-trader-2026!' });
  return person;
}

/** Prices a good way under the market; each call another one, since an equal body within 3 s is the same order. */
export async function pricesBelow(person: Person): Promise<() => Big> {
  const { market, symbolName: symbol } = PAIR;
  const pair = { tradeType: 'spot', market, symbol } as const;
  const { symbol: rules, symbolPrice } = await person.call(getMarketInfo, { params: pair, query: {} });
  if (!symbolPrice) throw new Error('The pair has no price yet.');
  let ticks = symbolPrice.times('0.9').div(rules.counterStepSize).round(0, Big.roundDown);
  return () => {
    ticks = ticks.minus(1);
    return ticks.times(rules.counterStepSize);
  };
}

/** Through the site. Answers the block. */
export async function placeBuy(person: Person, price: Big): Promise<string> {
  const { error, orderBlock } = await person.call(placeFirstOrder, {
    params: { section: 'buy' },
    json: { ...PAIR, price, counterQuantity: price.times(QUANTITY), counterEarning: true },
  });
  if (error || !orderBlock) throw new Error(error ?? 'There is no block.');
  return orderBlock.blockId;
}

/** The same order as a signed request to the exchange itself. */
export function bareBuy({ key, secret }: Account, price: Big) {
  const order = new URLSearchParams({
    symbol: 'XRPUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: String(QUANTITY),
    price: price.toFixed(),
    timestamp: String(Date.now()),
  });
  order.set('signature', createHmac('sha256', secret).update(order.toString()).digest('hex'));
  return {
    method: 'POST',
    path: `/api/v3/order?${order.toString()}`,
    headers: { 'x-mbx-apikey': key },
  } as const;
}
