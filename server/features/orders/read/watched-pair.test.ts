import { expect, it } from 'vitest';
import { context, sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import type { RowContext } from './figures/row-context.ts';
import { faultText } from './protection-text.ts';
import { planExits } from '../../../domain/exits/plan-exits.ts';

const WATCHED = { ...XRP, triggers: new Set<never>(), lists: new Set<never>() };

/** A purchase whose stop only this server can hold. */
const protection = (change: Partial<RowContext> = {}) => {
  const { position, view } = sketch({ stopLoss: '0.494' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  return planExits(position, view.intent, context({ pair: WATCHED, ...change })).protection;
};

it('L-01 what is watched by a price that does not come is not called protected', () => {
  expect(protection()).toEqual({ label: 'server', fault: null });
  expect(protection({ isDelayed: true })).toEqual({ label: 'unprotected', fault: 'delayed' });
  expect(faultText('delayed', { market: 'coinbase', reason: null })).toBe(
    'Coinbase sends no trades of this pair, so its price cannot be watched.',
  );
});

it('L-06 what could not be sold at once is not called protected', () => {
  expect(protection({ pair: { ...WATCHED, takesOnly: 'limit' } })).toEqual({ label: 'server', fault: null });
  expect(protection({ pair: { ...WATCHED, takesOnly: 'resting' } })).toEqual({
    label: 'unprotected',
    fault: 'resting-only',
  });
  expect(faultText('resting-only', { market: 'coinbase', reason: null })).toBe(
    'Coinbase fills no orders at once in this pair now, so nothing could be sold.',
  );
});
