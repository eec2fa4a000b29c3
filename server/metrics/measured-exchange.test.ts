import { expect, it } from 'vitest';
import type { Exchange } from '../exchanges/exchange.ts';
import { type ExchangeCall, measuredExchange } from './measured-exchange.ts';

const answering = (outcome: string) => async () => ({ outcome });
const exchange = {
  market: 'binance',
  place: answering('accepted'),
  placeList: answering('rejected'),
  cancel: answering('cancelled'),
  cancelList: answering('unknown'),
  find: answering('found'),
} as unknown as Exchange;

it('reports each order call with its outcome, passes the rest on and leaves the exchange as it was', async () => {
  const { place } = exchange;
  const calls: ExchangeCall[] = [];
  const measured = measuredExchange(exchange, (call) => calls.push(call));
  const made = ['place', 'placeList', 'cancel', 'cancelList', 'find'] as const;
  const outcomes = [];
  for (const name of made) outcomes.push((await measured[name]({} as never, {} as never)).outcome);
  expect(outcomes).toEqual(['accepted', 'rejected', 'cancelled', 'unknown', 'found']);
  expect(calls.map(({ market, call, outcome }) => [market, call, outcome])).toEqual([
    ['binance', 'place', 'accepted'],
    ['binance', 'place-list', 'rejected'],
    ['binance', 'cancel', 'cancelled'],
    ['binance', 'cancel-list', 'unknown'],
  ]);
  expect(calls.every(({ ms }) => ms >= 0)).toBe(true);
  expect(exchange.place).toBe(place);
});
