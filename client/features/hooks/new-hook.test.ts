import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { HookTemplate } from '#contracts/hooks.ts';
import { draftOf, NEW_DRAFT, readDraft } from './new-hook.ts';

const KEY = { uid: '00000000-0000-7000-8000-000000000001', market: 'binance' } as const;
const read = (change: Partial<typeof NEW_DRAFT>) => readDraft({ ...NEW_DRAFT, name: 'Momentum', ...change }, KEY);
const faultsOf = (change: Partial<typeof NEW_DRAFT>) => {
  const found = read(change);
  return 'faults' in found ? Object.keys(found.faults) : [];
};

describe('W-7: a new hook', () => {
  it('W-7 takes the owner’s amount, or the signal’s up to it', () => {
    const fixed = read({});
    expect('json' in fixed && [fixed.json.amount, fixed.json.exits, fixed.json.bot]).toEqual([
      { fixed: expect.objectContaining({ c: [5] }) },
      null,
      null,
    ]);
    const atMost = read({ amountFrom: 'atMost', stopLoss: '5' });
    expect('json' in atMost && Object.keys(atMost.json.amount)).toEqual(['atMost']);
    expect('json' in atMost && atMost.json.exits?.stopLossPercent?.toFixed()).toBe('5');
  });

  it('W-7 what becomes of the coins of a bot that is stopped stays as its owner chose', () => {
    const bot = { botId: KEY.uid, coins: 'sell' as const };
    const template = z.decode(HookTemplate, {
      name: 'Momentum',
      market: 'binance',
      pairs: ['xrp_usdt'],
      actions: ['bot-stop'],
      amount: { fixed: 10 },
      copies: false,
      bot,
    });
    const saved = readDraft(draftOf(template), KEY);
    expect('json' in saved && saved.json.bot).toEqual(bot);
  });

  it.each([
    [{ name: ' ' }, ['name']],
    [{ actions: [] }, ['actions']],
    [{ amount: '0' }, ['amount']],
    [{ takeProfit: 'much' }, ['takeProfit']],
    [{ stopLoss: '100' }, ['stopLoss']],
    [{ perSignal: '' }, ['perSignal']],
    [{ perDay: '-1' }, ['perDay']],
    [{ actions: ['bot-start' as const] }, ['botId']],
  ])('%j is not sent', (change, fields) => {
    expect(faultsOf(change)).toEqual(fields);
  });
});
