import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { endings, mayRetry, percentOf, protectionOf } from './block-state.ts';

const part = (status: OrderBlock['status'], change: Partial<OrderBlock> & { filled?: string } = {}): OrderBlock => {
  const { filled = status === 'placed' || status === 'skipped' ? '0' : '5', ...fields } = change;
  const main = { open: true, inGroup: false, statusReason: null, interference: null, protection: 'none' } as const;
  return { ...main, status, firstFilledQuantity: new Big(filled), ...fields } as OrderBlock;
};
const copy = (...of: Parameters<typeof part>) => ({ ...part(...of), inGroup: true });

describe('a block', () => {
  it('that waits is removed, one that holds is closed, one that does both has both ways', () => {
    expect(endings([part('placed')])).toEqual(['remove']);
    expect(endings([part('targets-placed')])).toEqual(['close']);
    expect(endings([part('partly-filled')])).toEqual(['remove', 'close']);
    expect(endings([part('filled'), copy('placed')])).toEqual(['remove', 'close']);
  });

  it('that is over, at work or not known has no way to end', () => {
    for (const status of ['pending', 'unconfirmed', 'closing'] as const) expect(endings([part(status)])).toEqual([]);
    expect(endings([part('filled', { open: false })])).toEqual([]);
    expect(endings([])).toEqual([]);
  });

  it('whose main part is over is closed on the keys that still hold some', () => {
    expect(endings([part('closed'), copy('targets-placed')])).toEqual(['close']);
  });

  it('says who protects it, and the moment in which nobody does', () => {
    const said = (...of: Parameters<typeof part>) => protectionOf(part(...of));
    expect(said('targets-placed', { protection: 'exchange' })).toEqual({
      text: 'Protected by the exchange',
      tone: 'plain',
    });
    expect(said('targets-placed', { protection: 'server' })).toEqual({
      text: 'Protected by this server',
      tone: 'doubt',
    });
    expect(said('targets-changing', { protection: 'server' })?.tone).toBe('alarm');
    expect(said('filled')).toEqual({ text: 'Unprotected', tone: 'alarm' });
    expect(said('placed')).toEqual({ text: 'Nothing held yet', tone: 'plain' });
    expect(said('closed')).toBeNull();
  });
});

it('a copy is tried again where it was skipped or refused, or something failed, while its block is open', () => {
  expect(mayRetry(copy('skipped'))).toBe(true);
  expect(mayRetry(copy('rejected'))).toBe(true);
  expect(mayRetry(copy('filled', { statusReason: 'The exchange refused it.' }))).toBe(true);
  expect(mayRetry(copy('filled'))).toBe(false);
  expect(mayRetry(copy('closed', { statusReason: 'Too small to exit.' }))).toBe(false);
  expect(mayRetry(copy('skipped', { open: false }))).toBe(false);
  expect(mayRetry(part('rejected'))).toBe(false);
});

it('a hundred percent is all of it', () => {
  expect(percentOf(new Big('191.9'), new Big('192'))).toBe('99');
  expect(percentOf(new Big('192'), new Big('192'))).toBe('100');
  expect(percentOf(new Big(1), new Big(0))).toBe('0');
});
