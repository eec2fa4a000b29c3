import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { webhookInLag } from '../../../tests/worked-examples/webhooks.ts';
import { ageFault, longestAge } from './age.ts';
import { capFault, entryAmount } from './hook-limits.ts';
import { stepOf } from './in-step.ts';
import { pairSymbol } from './pair-name.ts';
import type { Stance } from './signal.ts';

describe('W-6: age', () => {
  it('W-6 up to the longest, and 5 s from the future (webhook-in-lag)', () => {
    const { longest, signals } = webhookInLag.in;
    const taken = signals.map(
      ([sent, received]) =>
        ageFault({ sent: Date.parse(sent), received: Date.parse(received), longest, mayBeUndated: false }) === null,
    );
    expect(taken).toEqual(webhookInLag.out.taken);
  });

  const at = (ms: number, mayBeUndated = false) =>
    ageFault({ sent: 1_000_000, received: 1_000_000 + ms, longest: 60, mayBeUndated });

  it('W-6 says how late it came', () => {
    expect(at(74_000)).toBe('came 74 s late; the longest is 60');
    expect([at(60_000), at(-5000)]).toEqual([null, null]);
    expect(at(-5001)).toBe("its time is 6 s ahead of this server's; at most 5 are taken");
  });

  it('W-6 without a time only where its owner takes such', () => {
    const of = { sent: null, received: 1, longest: 60 };
    expect(ageFault({ ...of, mayBeUndated: true })).toBeNull();
    expect(ageFault({ ...of, mayBeUndated: false })).toMatch(/^It does not say when it was made/);
  });

  it('W-6 a sender shortens the longest age, and never lengthens it', () => {
    expect([longestAge(60, 30), longestAge(60, 300), longestAge(60, null)]).toEqual([30, 60, 60]);
  });
});

describe('W-8: pairs', () => {
  it.each(['XRPUSDT', 'xrpusdt', 'BINANCE:XRPUSDT', 'xrp_usdt', 'XRP/USDT', 'xrp-usdt', ' XRPUSDT '])(
    'W-8 %s is XRPUSDT',
    (sent) => {
      expect(pairSymbol(sent)).toEqual({ symbol: 'XRPUSDT' });
    },
  );

  it('W-8 a perpetual is refused', () => {
    expect(pairSymbol('BINANCE:XRPUSDT.P')).toEqual({
      fault: 'XRPUSDT.P is a perpetual: Tandem trades spot. Send XRPUSDT.',
    });
  });

  it.each(['', ':', 'XRP USDT', '../etc', 'XRP;USDT'])('W-8 "%s" names no pair', (sent) => {
    expect(pairSymbol(sent)).toHaveProperty('fault');
  });
});

describe('W-9: in step', () => {
  type Row = [side: 'buy' | 'sell' | 'short', before: Stance | null, after: Stance | null, held: boolean];
  const step = ([side, before, after, isHeld]: Row, follows = false): string => {
    const found = stepOf({ by: 'trade', side, before, after }, { isHeld, follows });
    return 'action' in found ? found.action : 'nothing' in found ? `nothing` : (found.fault.split(':')[0] ?? '');
  };
  const SHORT = 'Tandem trades spot';

  it.each<[Row, string]>([
    [['buy', 'flat', 'long', false], 'open'],
    [['buy', 'long', 'long', true], 'add'],
    [['sell', 'long', 'long', true], 'reduce'],
    [['sell', 'long', 'flat', true], 'close'],
    [['short', 'long', 'short', true], 'close'],
    [['sell', 'flat', 'short', false], SHORT],
    [['sell', 'short', 'flat', false], 'nothing'],
    [['buy', 'flat', 'long', true], 'out of step'],
    [['buy', 'long', 'long', false], 'out of step'],
    [['sell', 'long', 'flat', false], 'out of step'],
    [['buy', null, 'long', false], 'open'],
    [['sell', null, 'flat', true], 'close'],
    [['sell', null, 'flat', false], 'nothing'],
    [['buy', null, null, false], 'open'],
    [['buy', null, null, true], 'add'],
    [['sell', null, null, true], 'close'],
    [['sell', null, null, false], 'This hook holds nothing of this pair that could be sold.'],
    [['short', null, null, true], 'close'],
    [['short', null, null, false], SHORT],
  ])('W-9 strict: %j is %s', (row, expected) => {
    expect(step(row)).toBe(expected);
  });

  it.each<[Row, string]>([
    [['buy', 'flat', 'long', true], 'nothing'],
    [['buy', 'long', 'long', false], 'open'],
    [['sell', 'long', 'flat', false], 'nothing'],
    [['sell', 'flat', 'flat', true], 'close'],
    [['buy', 'long', 'long', true], 'add'],
  ])('W-9 following: %j is %s, and a lost signal doubles nothing', (row, expected) => {
    expect(step(row, true)).toBe(expected);
  });
});

describe('W-7, W-10: amounts and caps', () => {
  const big = (text: string) => new Big(text);
  const caps = { perDay: 2, perSignalUsdt: big('50'), perDayUsdt: big('80') };

  it('W-7 the owner’s amount, or the sender’s up to the owner’s', () => {
    expect(entryAmount({ fixed: big('20') }, big('1000'))).toEqual({ amount: big('20') });
    expect(entryAmount({ atMost: big('20') }, big('20'))).toEqual({ amount: big('20') });
    expect(entryAmount({ atMost: big('20') }, big('20.01'))).toEqual({
      fault: 'the signal wants 20.01; this hook takes at most 20',
    });
    expect(entryAmount({ atMost: big('20') }, null)).toHaveProperty('fault');
  });

  it('W-10 so many a day', () => {
    expect(capFault(caps, { today: 1, usdtToday: big('0') }, big('0'))).toBeNull();
    expect(capFault(caps, { today: 2, usdtToday: big('0') }, big('0'))).toBe(
      'this hook has acted 2 times in 24 hours; the most is 2',
    );
  });

  it('W-10 so much a signal and a day', () => {
    const used = { today: 0, usdtToday: big('30') };
    expect(capFault(caps, used, big('50'))).toBeNull();
    expect(capFault(caps, used, big('50.01'))).toMatch(/^50.01 USDT is more than the 50 /);
    expect(capFault(caps, { ...used, usdtToday: big('30.01') }, big('50'))).toMatch(
      /^with this it would have spent 80.01 USDT/,
    );
    expect(capFault(caps, used, null)).toBe('what this would cost in USDT is not known now');
  });
});
