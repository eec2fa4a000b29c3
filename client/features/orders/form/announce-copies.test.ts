import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { toast } from '../../../ui/toast.ts';
import { rowsKey } from '../orders.queries.ts';
import { announceCopies } from './announce-copies.ts';

const part = (status: OrderBlock['status'], more: Partial<OrderBlock> = {}) =>
  ({ blockId: 'one', status, statusReason: null, skipCode: null, interference: null, ...more }) as OrderBlock;
const skipped = part('skipped', { connectorName: 'Mum', skipCode: 'BELOW_MIN' });
let client: QueryClient;
let success: ReturnType<typeof spy>;
let warning: ReturnType<typeof spy>;
const spy = (kind: 'success' | 'warning') => vi.spyOn(toast, kind).mockReturnValue(undefined);
const show = (...orders: OrderBlock[]) =>
  client.setQueryData([...rowsKey, { section: 'buy' }], { blocks: orders.length > 0 ? [orders] : [], lastPage: 0 });
const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

beforeEach(() => {
  client = new QueryClient();
  success = spy('success');
  warning = spy('warning');
});
afterEach(() => void vi.restoreAllMocks());

it('G-04 tells what became of the copies once all are settled, and once', () => {
  show();
  announceCopies(client, 'one');
  show(part('filled'));
  show(part('filled'), part('pending'), skipped);
  show(part('pending'), part('filled'), skipped);
  expect([success, warning].flatMap(({ mock }) => mock.calls)).toEqual([]);
  show(part('filled'), part('filled'), skipped);
  show(part('filled'), part('filled'), skipped);
  expect(warning).toHaveBeenCalledOnce();
  expect(bare(String(warning.mock.calls[0]?.[0]))).toBe('Filled. 1 of 2 copied; Mum skipped (too small)');
  expect(success).not.toHaveBeenCalled();
});

it('copies that all went well are a success, known already or not', () => {
  show(part('placed'), part('placed'));
  announceCopies(client, 'one');
  expect(success).toHaveBeenCalledWith('Placed. 1 of 1 copied', { id: 'copies one' });
});

it('of another block nothing is told', () => {
  show(part('filled'), part('filled'));
  announceCopies(client, 'two');
  expect(success).not.toHaveBeenCalled();
});
