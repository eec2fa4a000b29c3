import { expect, it } from 'vitest';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { holdWhole, wasShort } from './hold-whole.ts';

const ENTRY = ['0.52', '192.3'] as const;
const STOP = { type: 'stop', stopPrice: big('0.494') } as const;
const NOT_TAKEN = { ...STOP, state: 'expired', exchangeOrderId: null } as const;
const wanted = {
  orders: [
    { leg: 'stop-loss', side: 'sell', type: 'stop', quantity: big('192.1'), price: null, stopPrice: big('0.494') },
  ],
  asList: false,
  mayReplace: true,
} as const;

it('EX-14: less than is held rests only where too little was free for all of it', () => {
  const bought = () => sketch().order('entry', ENTRY, { trades: [['192.3']] });
  const { position: cut } = bought()
    .order('stop-loss', ['0', '192.1'], NOT_TAKEN)
    .order('stop-loss', ['0', '191.9'], STOP);
  expect(wasShort(cut, { leg: 'stop-loss', quantity: big('192.1') })).toBe(true);
  expect(wasShort(cut, { leg: 'take-profit', quantity: big('192.1') })).toBe(false);
  expect(holdWhole(cut, { ...wanted, orders: [...wanted.orders] })).toBeNull();
  const { position: small } = bought().order('stop-loss', ['0', '191.9'], STOP);
  expect(holdWhole(small, { ...wanted, orders: [...wanted.orders] })).toMatchObject({ do: 'cancel' });
  // More than was too much then is wanted now.
  const { position: other } = bought()
    .order('stop-loss', ['0', '150'], NOT_TAKEN)
    .order('stop-loss', ['0', '149'], STOP);
  expect(holdWhole(other, { ...wanted, orders: [...wanted.orders] })).toMatchObject({ do: 'cancel' });
  // It was refused for something else, or had rested: nothing says that too little is free.
  const others = [
    { ...NOT_TAKEN, state: 'rejected' },
    { ...STOP, state: 'expired' },
  ] as const;
  for (const before of others) {
    const { position } = bought().order('stop-loss', ['0', '192.1'], before).order('stop-loss', ['0', '191.9'], STOP);
    expect(holdWhole(position, { ...wanted, orders: [...wanted.orders] })).toMatchObject({ do: 'cancel' });
  }
});
