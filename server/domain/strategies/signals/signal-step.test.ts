import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { dealBlock } from '../../../../tests/factories/deal-block.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { DealBlock, DealContext, DealFacts } from '../deals/deal-facts.ts';
import { entryOf, exitsFrom, type SignalDeals } from './signal-deals.ts';
import { amountAtStart, signalDealsOf } from './signal-settings.ts';
import { type SignalEntry, signalStep } from './signal-step.ts';

const ENTRY: SignalEntry = { price: big('0.5251'), quantity: big('190.4'), stop: big('0.5145'), until: 1000 };
const block = (of: Partial<DealBlock> = {}): DealBlock =>
  dealBlock({ exits: { takeProfit: big('0.5409'), stop: big('0.5145') }, ...of });
const filled = (quantity: string): Partial<DealBlock> => ({
  entered: { quantity: big(quantity), counter: big(quantity).times('0.5251') },
  bought: { spent: big(quantity).times('0.5251'), net: big(quantity).times('0.999') },
});
function next(blocks: readonly DealBlock[], of: Partial<DealContext & Pick<DealFacts, 'ending'>> = {}) {
  const { ending = null, ...context } = of;
  return signalStep(
    ENTRY,
    { blocks, ending, joinedAt: null },
    { rules, last: big('0.53'), free: big(100), additions: 'place', now: 0, ...context },
  );
}

describe('PB-1, PB-5 a deal that a signal opens', () => {
  it('places its entry once, and not after its time or while nothing may be bought', () => {
    const order = { leg: 'base', number: 0, attempt: 1, price: ENTRY.price, quantity: ENTRY.quantity };
    expect(next([])).toEqual({ do: 'place', order });
    expect(next([], { now: 999 })).toMatchObject({ do: 'place' });
    expect(next([], { now: 1000 })).toMatchObject({ do: 'over', reason: expect.stringContaining('too old') });
    for (const additions of ['leave', 'down'] as const)
      expect(next([], { additions })).toEqual({ do: 'over', reason: 'It was not opened.' });
  });

  it('what is written down and was not sent is sent while it is wanted, and dropped else', () => {
    const unwritten = block({ entry: 'unwritten', isOpen: false });
    expect(next([unwritten])).toMatchObject({ do: 'retry' });
    expect(next([unwritten], { now: 1000 })).toMatchObject({ do: 'over' });
    expect(next([unwritten], { ending: 'sell' })).toEqual({ do: 'over', reason: null });
    expect(next([block({ entry: 'unwritten', isOpen: false, fault: 'Too little.' })], { now: 1000 })).toEqual({
      do: 'over',
      reason: 'Too little.',
    });
  });

  it('PB-5: an entry rests until its time is over, or its owner takes it down', () => {
    expect(next([block()], { now: 999 })).toEqual({ do: 'wait', again: 1000, why: null });
    expect(next([block()], { now: 1000 })).toMatchObject({ do: 'cancel' });
    expect(next([block()], { additions: 'down' })).toMatchObject({ do: 'cancel' });
    expect(next([block()], { additions: 'leave' })).toMatchObject({ do: 'wait' });
  });

  it('PB-5: what has filled in part stays if it can be sold at the stop; else the entry stays open until it can', () => {
    // 9.7 are worth 4.99065 at the stop, 9.8 are worth 5.0421.
    expect(next([block(filled('9.8'))], { now: 1000 })).toMatchObject({ do: 'wait' });
    expect(next([block(filled('9.9'))], { now: 1000 })).toMatchObject({ do: 'cancel' });
    expect(next([block(filled('9.8'))], { additions: 'down' })).toMatchObject({ do: 'wait' });
  });

  it('waits for its exits, and ends with them, by its owner, or with nothing bought', () => {
    const held = block({ entry: 'ended', ...filled('190.4') });
    expect(next([held])).toEqual({ do: 'wait', again: null, why: null });
    expect(next([{ ...held, end: 'stop-loss', isOpen: false }])).toMatchObject({
      do: 'end',
      reason: 'Its stop was filled.',
    });
    expect(next([{ ...held, isClosing: true }])).toMatchObject({ do: 'end', reason: 'It was closed by you.' });
    expect(next([block({ entry: 'ended', end: 'canceled', isOpen: false })])).toMatchObject({ do: 'over' });
    expect(next([{ ...held, asksOwner: true }])).toMatchObject({ do: 'wait' });
  });

  it('C-9: ending takes the entry down, then sells what is held, or leaves it', () => {
    const part = block(filled('100'));
    expect(next([part], { ending: 'sell' })).toMatchObject({ do: 'cancel' });
    const held = block({ entry: 'ended', ...filled('100') });
    expect(next([held], { ending: 'sell' })).toMatchObject({ do: 'close' });
    expect(next([held], { ending: 'keep' })).toMatchObject({ do: 'unprotect' });
  });

  it('C-13: while a trade of its orders is not known yet, nothing is decided, also as the deal ends', () => {
    const ended = block({ entry: 'ended', isBooked: false });
    const sold = block({ entry: 'ended', ...filled('190.4'), isClosing: true, isBooked: false });
    for (const one of [ended, sold])
      for (const ending of [null, 'sell', 'keep'] as const)
        expect(next([one], { ending })).toMatchObject({ do: 'wait', why: expect.stringContaining('not known') });
  });
});

describe('PB-4, PB-5, PB-7 what a signal makes of money', () => {
  const typed = {
    interval: '5m' as const,
    invest: big(100),
    places: 3,
    amount: null,
    reinvest: true,
    entry: 'limit' as const,
    valid: 3,
    takeProfit: big(3),
    stop: big(2),
    trailing: null,
  };

  it('PB-4: an equal share of the places, or a fixed amount', () => {
    expect(signalDealsOf(typed).amount).toMatchObject({ by: 'share' });
    expect(amountAtStart(typed).toFixed()).toBe('33.33');
    expect(amountAtStart({ ...typed, amount: big(20) }).toFixed()).toBe('20');
    expect(signalDealsOf({ ...typed, amount: big(20) }).amount).toEqual({ by: 'fixed', amount: big(20) });
  });

  it('PB-4: a share of the purse that is typed, in percent', () => {
    const of = { ...typed, share: big(25) };
    expect(signalDealsOf(of).amount).toEqual({ by: 'share', share: big('0.25') });
    expect(amountAtStart(of).toFixed()).toBe('25');
    expect(amountAtStart({ ...of, share: null }).toFixed()).toBe('33.33');
  });

  it('PB-5: a limit is valid for its bars, one that trades at once for one', () => {
    expect(signalDealsOf(typed).validFor).toBe(15 * MINUTE);
    expect(signalDealsOf({ ...typed, entry: 'now' }).validFor).toBe(5 * MINUTE);
  });

  it('PB-5: a limit is at the signal, one at once for the quantity of the market, half a percent above it', () => {
    const of = { signal: big('0.5251'), last: big('0.53'), amount: big(100) };
    const text = ({ price, quantity }: { price: typeof of.last; quantity: typeof of.last }) => [
      price.toFixed(),
      quantity.toFixed(),
    ];
    expect(text(entryOf(of, { entry: 'limit' }, rules))).toEqual(['0.5251', '190.4']);
    expect(text(entryOf(of, { entry: 'now' }, rules))).toEqual(['0.5326', '188.6']);
  });

  it('PB-7: exits are at their distance from the entry, on the tick away from it', () => {
    const exits = (of: Partial<SignalDeals>) => {
      const { takeProfit, stop } = exitsFrom(big('0.5251'), { ...signalDealsOf(typed), ...of }, rules);
      return [takeProfit?.toFixed(), stop?.toFixed()];
    };
    expect(exits({})).toEqual(['0.5409', '0.5145']);
    expect(exits({ takeProfit: null, stop: null })).toEqual([undefined, undefined]);
  });
});
