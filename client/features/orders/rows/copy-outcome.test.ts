import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { copyOutcome } from './copy-outcome.ts';

const copy = (connectorName: string, more: Partial<OrderBlock> = {}) =>
  ({ connectorName, status: 'filled', statusReason: null, skipCode: null, interference: null, ...more }) as OrderBlock;
const NOT_ACCEPTED =
  "Binance does not accept this API key: it is gone, may not do this, or our IP is not on the key's allow-list.";
/** Names are isolated from the words around them. */
const bare = (text: string | null) => text?.replaceAll(/[\u2066-\u2069]/g, '');

it('says nothing of copies that all went well', () => {
  expect(copyOutcome([])).toBeNull();
  expect(copyOutcome([copy('Mum'), copy('Fund')])).toBeNull();
});

it('counts those that were copied and names the others with their reason', () => {
  const mum = copy('Mum', { status: 'skipped', skipCode: 'BELOW_MIN', statusReason: 'Skipped: 0.0176 USDT is under…' });
  const fund = copy('Fund', { status: 'rejected', statusReason: "Our IP is not on the key's allow-list." });
  const fine = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => copy(name));
  expect(bare(copyOutcome([mum, fund, ...fine]))).toBe('6 of 8 copied; Mum skipped (too small), Fund refused (IP)');
});

it.each([
  [{ status: 'skipped', skipCode: 'NO_BALANCE' }, 'skipped (no balance)'],
  [{ status: 'skipped', skipCode: 'LOSS_LIMIT' }, 'skipped (loss limit reached)'],
  [{ status: 'skipped', skipCode: 'LATE' }, 'skipped (seen too late)'],
  [{ status: 'skipped', skipCode: 'DRIFTED' }, 'skipped (the price has moved)'],
  [{ status: 'skipped', skipCode: 'NEW_CODE' }, 'skipped'],
  [{ status: 'rejected', statusReason: 'Not enough balance.' }, 'refused (balance)'],
  [{ status: 'rejected', statusReason: NOT_ACCEPTED }, 'refused (key not accepted)'],
  [{ status: 'rejected', statusReason: 'Something else.' }, 'refused'],
  [{ status: 'rejected' }, 'refused'],
  [{ statusReason: 'Its stop was refused.' }, 'needs attention'],
  [{ interference: 'order-cancelled' }, 'changed on the exchange'],
  [{ status: 'rejected', interference: 'order-cancelled' }, 'refused'],
] satisfies [Partial<OrderBlock>, string][])('%o is "%s"', (more, text) => {
  expect(bare(copyOutcome([copy('Fund', more)]))?.split('; ')[1]).toBe(`Fund ${text}`);
});

it('names three, and counts the rest', () => {
  const failed = ['a', 'b', 'c', 'd', 'e'].map((name) => copy(name, { status: 'rejected' }));
  expect(bare(copyOutcome(failed))).toBe('0 of 5 copied; a refused, b refused, c refused and 2 more');
});
