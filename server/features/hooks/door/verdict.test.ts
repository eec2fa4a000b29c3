import { Big } from 'big.js';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { HookTemplate } from '#contracts/hooks.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { HookAction } from '#contracts/rules/hook-actions.ts';
import { XRP } from '../../../../tests/factories/block-sketch.ts';
import { readSignal } from '../../../domain/signals/read-signal.ts';
import { verdictOf } from './verdict.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const BOT = '3f2b1c8e-2f5a-4a0e-9f49-1f1a5c0d7f11';

/** Of a hook that acts five times a day and has done so `today` times. */
async function refusal(action: HookAction, today: number): Promise<string | null> {
  const template = z.decode(HookTemplate, {
    name: 'Momentum',
    market: 'binance',
    pairs: ['xrp_usdt'],
    actions: ['open', 'add', 'reduce', 'close'],
    amount: { fixed: 50 },
    copies: false,
    perDay: 5,
    signalBot: BOT,
  });
  const read = readSignal({ action, pair: 'XRPUSDT', time: new Date(NOW).toISOString(), share: '0.5' });
  if (!('signal' in read)) throw new Error(read.fault);
  const known = {
    hookId: BOT,
    template,
    received: NOW,
    pairOf: () => XRP,
    isHeld: async () => action !== 'open',
    usdtOf: () => new Big(1),
    used: { today, usdtToday: ZERO },
  };
  const verdict = await verdictOf(known, read.signal);
  return 'refused' in verdict ? verdict.refused : null;
}

const ENOUGH = 'this hook has acted 5 times in 24 hours; the most is 5';

it.each<[HookAction, string | null]>([
  ['open', ENOUGH],
  ['add', ENOUGH],
  ['reduce', null],
  ['close', null],
])('W-10 signals a day bind a hook of a signal bot as well: %s', async (action, expected) => {
  expect([await refusal(action, 4), await refusal(action, 5)]).toEqual([null, expected]);
});
