import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { AccountEvent, Answer, Balance } from '../../../exchanges/exchange.ts';
import { freeBefore } from './free-before.ts';

const USDT = 'USDT';
const of = (free: string): Balance => ({ asset: USDT, free: new Big(free), locked: new Big(0) });
const reported = (free: string): AccountEvent => ({ kind: 'balance', balances: [of(free)] });
const taken = { asset: USDT, taken: new Big(100) };
const unasked = (): Promise<Answer<Balance[]>> => Promise.reject(new Error('asked without need'));
const answers = (free: string) => (): Promise<Answer<Balance[]>> =>
  Promise.resolve({ outcome: 'ok', value: [of(free)] });

describe('what a key had free before an order', () => {
  const known = () => {
    const book = freeBefore();
    book.know(new Map([[USDT, new Big(1000)]]));
    return book;
  };

  it('is the same whether the balance is reported after the order or before it', async () => {
    const [after, before] = [known(), known()];
    after.begin('order', USDT);
    after.receive(reported('900'));
    before.receive(reported('900'));
    before.begin('order', USDT);
    for (const book of [after, before]) expect((await book.of('order', taken, unasked))?.toFixed()).toBe('1000');
  });

  it('is what an earlier order has left of it', async () => {
    const book = known();
    book.receive(reported('700'));
    book.begin('order', USDT);
    expect((await book.of('order', taken, unasked))?.toFixed()).toBe('700');
  });

  it('after a gap is what there is, and what it has taken', async () => {
    const book = known();
    book.receive({ kind: 'gap' });
    book.receive(reported('900'));
    book.begin('order', USDT);
    expect((await book.of('order', taken, answers('900')))?.toFixed()).toBe('1000');
  });

  it('includes what a gap has changed, until that is read anew', () => {
    const book = known();
    expect(book.changedSinceGap([of('900')]).size).toBe(0);
    book.receive(reported('700'));
    book.receive({ kind: 'gap' });
    book.receive({ kind: 'gap' });
    expect([...book.changedSinceGap([of('700')])]).toEqual([]);
    expect([...book.changedSinceGap([{ ...of('5'), asset: 'XRP' }])]).toEqual([USDT, 'XRP']);
    book.caughtUp();
    book.know(new Map([[USDT, new Big(1)]]));
    expect([...book.changedSinceGap([])]).toEqual([USDT]);
    book.caughtUp();
    expect(book.changedSinceGap([]).size).toBe(0);
  });

  it('is not known when there is no answer', async () => {
    const silent = (): Promise<Answer<Balance[]>> => Promise.resolve({ outcome: 'unknown', reason: 'time-out' });
    expect(await freeBefore().of('order', taken, silent)).toBeNull();
  });
});
