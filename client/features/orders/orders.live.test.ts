import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ProtectionNotice } from '#contracts/live.ts';
import { toast } from '../../ui/toast.ts';
import { announceProtection } from './orders.live.ts';
import { rowsKey } from './orders.queries.ts';

const shown: [kind: string, text: string][] = [];
beforeEach(() => {
  shown.length = 0;
  for (const kind of ['success', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: string) => void shown.push([kind, text]));
  return () => vi.restoreAllMocks();
});

const notice = (isProtected: boolean, title: string, text: string): ProtectionNotice => ({
  blockId: 'a',
  market: 'binance',
  symbolName: 'xrp_usdt',
  isProtected,
  title,
  text,
});

it('V-13 an open page announces that a position lost its protection, and that it has it again', () => {
  const client = new QueryClient();
  client.setQueryData(rowsKey, { blocks: [], lastPage: 0 });
  announceProtection(client, notice(false, 'XRP/USDT is not protected', 'Paper: its orders were refused.'));
  expect(client.getQueryState(rowsKey)?.isInvalidated).toBe(true);
  announceProtection(client, notice(true, 'XRP/USDT is protected again', 'Paper: its targets are held.'));
  expect(shown).toEqual([
    ['error', 'XRP/USDT is not protected. Paper: its orders were refused.'],
    ['success', 'XRP/USDT is protected again. Paper: its targets are held.'],
  ]);
});
