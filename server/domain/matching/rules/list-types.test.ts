import { describe, expect, it } from 'vitest';
import { ORDER_TYPES, type OrderType } from '../model/order-type.ts';
import type { RefusalReason } from '../model/refusal.ts';
import { buy, list, refusedFor, sell, sellPair, stop } from '../../../../tests/factories/matching-world.ts';
import { checkEntryType, checkListTypes, checkOpoSides, checkPairTypes } from './list-types.ts';

const LIMIT = 'LIMIT_MAKER';
const STOP = 'STOP_LOSS';
const GAIN = 'TAKE_PROFIT';

describe('the legs of an OCO', () => {
  it.each<['BUY' | 'SELL', OrderType, OrderType, RefusalReason | null]>([
    ['SELL', LIMIT, STOP, null],
    ['SELL', LIMIT, 'STOP_LOSS_LIMIT', null],
    ['SELL', GAIN, STOP, null],
    ['SELL', 'TAKE_PROFIT_LIMIT', 'STOP_LOSS_LIMIT', null],
    ['SELL', STOP, LIMIT, 'oco-sell-limit-below'],
    ['SELL', STOP, STOP, 'oco-sell-stop-above'],
    ['SELL', GAIN, GAIN, 'oco-sell-take-profit-below'],
    ['SELL', LIMIT, GAIN, 'oco-sell-take-profit-below'],
    ['SELL', STOP, GAIN, 'oco-sell-stop-above'],
    ['BUY', STOP, LIMIT, null],
    ['BUY', STOP, GAIN, null],
    ['BUY', LIMIT, STOP, 'oco-buy-limit-above'],
    ['BUY', STOP, STOP, 'oco-buy-stop-below'],
    ['BUY', GAIN, GAIN, 'oco-buy-take-profit-above'],
    ['BUY', GAIN, LIMIT, 'oco-buy-take-profit-above'],
    ['SELL', LIMIT, LIMIT, 'oco-two-limits'],
    ['SELL', 'LIMIT', STOP, 'oco-type'],
    ['SELL', LIMIT, 'MARKET', 'oco-type'],
  ])('%s, %s above %s: %s', (...[side, above, below, expected]) => {
    expect(refusedFor(() => checkPairTypes(side, { above, below }))).toBe(expected);
  });
});

it('an entry rests or fills at its limit', () => {
  const taken = ORDER_TYPES.filter((type) => refusedFor(() => checkEntryType(type)) === null);
  expect(taken).toEqual(['LIMIT', 'LIMIT_MAKER']);
  expect(refusedFor(() => checkEntryType('MARKET'))).toBe('entry-type');
});

it('an OPO buys, and its legs sell', () => {
  expect(refusedFor(() => checkOpoSides('BUY', 'SELL'))).toBeNull();
  expect(refusedFor(() => checkOpoSides('SELL', 'SELL'))).toBe('opo-entry-sells');
  expect(refusedFor(() => checkOpoSides('BUY', 'BUY'))).toBe('opo-leg-buys');
});

it('a whole list is held to all of these', () => {
  const refused = (...of: Parameters<typeof list>) => refusedFor(() => checkListTypes(list(...of)));
  const [loss, gain] = sellPair('0', '0.5', '0.56');
  expect(refused(null, [loss, gain])).toBeNull();
  expect(refused(null, [gain, loss])).toBe('oco-sell-limit-below');
  expect(refused(buy('10', '0.52'), [loss, gain], true)).toBeNull();
  expect(refused(stop('10', '0.52'), [loss, gain], true)).toBe('entry-type');
  expect(refused(sell('10', '0.54'), [loss], true)).toBe('opo-entry-sells');
  expect(refused(sell('10', '0.54'), [loss])).toBeNull();
  expect(refused(buy('10', '0.52'), [buy('0', '0.5')], true)).toBe('opo-leg-buys');
});
