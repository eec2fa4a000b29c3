import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { HookTemplate } from '#contracts/hooks.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { HookAction } from '#contracts/rules/hook-actions.ts';
import { XRP } from '../../../../tests/factories/block-sketch.ts';
import { readSignal } from '../../../domain/signals/read-signal.ts';
import { type Known, verdictOf } from './verdict.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const BOT = '3f2b1c8e-2f5a-4a0e-9f49-1f1a5c0d7f11';

/** Of a hook that acts five times a day. */
function verdict(body: Record<string, unknown>, of: { template?: object; isHeld: boolean; today?: number }) {
  const template = z.decode(HookTemplate, {
    name: 'Momentum',
    market: 'binance',
    pairs: ['xrp_usdt'],
    actions: ['open', 'add', 'reduce', 'close'],
    amount: { fixed: 50 },
    copies: false,
    perDay: 5,
    ...of.template,
  });
  const read = readSignal(body);
  if (!('signal' in read)) throw new Error(read.fault);
  const known: Known = {
    hookId: BOT,
    template,
    received: NOW,
    pairOf: () => XRP,
    isHeld: async () => of.isHeld,
    isJoinedAway: async () => false,
    usdtOf: () => new Big(1),
    used: { today: of.today ?? 0, usdtToday: ZERO },
  };
  return verdictOf(known, read.signal);
}

const FOR_BOTS = {
  signalBot: BOT,
  bot: { botId: BOT, coins: 'keep' },
  actions: ['open', 'add', 'reduce', 'close', 'bot-start', 'bot-stop', 'alert'],
};

/** Of a hook for bots that has acted `today` times. */
async function refusal(action: HookAction, today: number): Promise<string | null> {
  const body = { action, pair: 'XRPUSDT', time: new Date(NOW).toISOString(), share: '0.5' };
  const found = await verdict(body, { template: FOR_BOTS, isHeld: action !== 'open', today });
  return 'refused' in found ? found.refused : null;
}

const ENOUGH = 'this hook has acted 5 times in 24 hours; the most is 5';

it.each<[HookAction, string | null]>([
  ['open', ENOUGH],
  ['add', ENOUGH],
  ['reduce', null],
  ['close', null],
  ['bot-start', ENOUGH],
  ['bot-stop', null],
  ['alert', null],
])('W-10 signals a day hold back what buys or starts something, and nothing else: %s', async (action, expected) => {
  expect([await refusal(action, 4), await refusal(action, 5)]).toEqual([null, expected]);
});

describe('W-8, W-9: messages of other services', () => {
  const timenow = new Date(NOW).toISOString();
  const tradingView = (more: object) => ({ ticker: 'XRPUSDT', timenow, prevMarketPosition: 'long', ...more });
  const REDUCTION = { action: 'reduce', symbol: 'XRPUSDT', amount: null, usdt: null };
  const sold = { action: 'sell', marketPosition: 'long', contracts: '24' };

  it('W-9 TradingView: a sale after which the strategy stays long is a reduction', async () => {
    const body = tradingView({ ...sold, marketPositionSize: '72' });
    expect(await verdict(body, { isHeld: true })).toEqual(REDUCTION);
  });

  it('W-9 a reduction that does not say its share is refused, with what helps', async () => {
    expect(await verdict(tradingView(sold), { isHeld: true })).toEqual({
      refused: 'the signal does not say which share to close: copy the message for its sender from this hook again',
      symbol: 'XRPUSDT',
      action: 'reduce',
    });
  });

  it('W-8 Altrady: a reduction names its share', async () => {
    const body = { api_key: 'k', symbol: 'XRPUSDT', action: 'reduce', position_percentage: 50, timestamp: timenow };
    expect(await verdict(body, { isHeld: true })).toEqual(REDUCTION);
  });

  it('W-8 Altrady: a reduction names what it is to bring, which no cap of the hook holds back', async () => {
    const body = { api_key: 'k', symbol: 'XRPUSDT', action: 'reduce', quote_amount: 2000, timestamp: timenow };
    expect(await verdict(body, { isHeld: true })).toEqual({ ...REDUCTION, amount: new Big(2000) });
  });

  it('W-8 a reduction by all of it is a close, which its template has to allow', async () => {
    const all = { action: 'reduce', symbol: 'XRPUSDT', position_percentage: 100, api_key: 'k', timestamp: timenow };
    const native = { action: 'reduce', pair: 'XRPUSDT', share: 1, time: timenow };
    for (const body of [all, native])
      expect(await verdict(body, { isHeld: true })).toEqual({ ...REDUCTION, action: 'close' });
    expect(await verdict(native, { template: { actions: ['reduce'] }, isHeld: true })).toMatchObject({
      refused: 'this hook may not close',
    });
  });

  it('W-9 3Commas: an exit of half a position is a reduction', async () => {
    const order = { amount: '50', currency_type: 'position_percent' };
    const body = { tv_instrument: 'XRPUSDT', action: 'exit_long', bot_uuid: BOT, timestamp: timenow, order };
    expect(await verdict(body, { isHeld: true })).toEqual(REDUCTION);
  });

  it('W-7 TradingView: an entry of a hook that takes the amount from the signal spends contracts at their price', async () => {
    const body = (contracts: string) =>
      tradingView({ action: 'buy', marketPosition: 'long', prevMarketPosition: 'flat', contracts, price: '0.52' });
    const of = { template: { amount: { atMost: 50 } }, isHeld: false };
    expect(await verdict(body('96'), of)).toMatchObject({ action: 'open', amount: new Big('49.92') });
    expect(await verdict(body('97'), of)).toMatchObject({
      refused: 'the signal wants 50.44; this hook takes at most 50',
    });
  });
});
