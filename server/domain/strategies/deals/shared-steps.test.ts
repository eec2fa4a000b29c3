import { describe, expect, it } from 'vitest';
import { dealBlock } from '../../../../tests/factories/deal-block.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { Left } from '../../averaging/block-facts.ts';
import type { DealBlock, DealContext, DealEnding } from './deal-facts.ts';
import { coreStep, endingStep } from './shared-steps.ts';

const CONTEXT: DealContext = { rules, last: big('0.523'), free: big(1000), additions: 'place', now: 10_000 };
const EXITS = { takeProfit: big('0.5328'), stop: big('0.4796') };
const NONE = { takeProfit: null, stop: null };

const holding = (net: string, of: Partial<DealBlock> = {}): DealBlock =>
  dealBlock({
    entry: 'ended',
    exits: EXITS,
    entered: { quantity: big(net), counter: big(net).times('0.523') },
    bought: { spent: big(net).times('0.523'), net: big(net) },
    ...of,
  });
/** The main key has sold all. */
const sold = (left: readonly Left[], of: Partial<DealBlock> = {}): DealBlock =>
  holding('0', { isOpen: false, end: 'take-profit', left, ...of });
const held = (net: string, askAt = 0): Left => ({ is: 'held', net: big(net), askAt });
const closing = (net: string): Left => ({ is: 'closing', net: big(net) });
/** What is worth less than 5 USDT. */
const LITTLE = '9';
const next = (ending: DealEnding, ...blocks: DealBlock[]) => endingStep({ blocks, ending, joinedAt: null }, CONTEXT).do;

describe('C-9: a deal is over only once nothing of it is at work on any key', () => {
  it('an entry of a copy key is canceled, and its end is waited for, also where it was asked for before', () => {
    const resting: Left = { is: 'resting' };
    expect(next('sell', sold([resting]))).toBe('cancel');
    // The server had ended between writing this down and asking for it.
    expect(next('sell', sold([resting], { takenDown: true }))).toBe('cancel');
    for (const ending of ['sell', 'keep'] as const) expect(next(ending, sold([{ is: 'at-work' }]))).toBe('wait');
  });

  it('the sale of a copy is waited for, and asked for again where the exchange refused it', () => {
    expect(next('sell', sold([held('100')]))).toBe('close');
    expect(next('sell', sold([closing('100')]))).toBe('wait');
    expect(next('sell', sold([closing('100'), held('100')]))).toBe('close');
    expect(next('sell', sold([]))).toBe('over');
  });

  it('little on one copy key hides nothing of another', () => {
    expect(next('sell', sold([held(LITTLE), held('100')], { exits: NONE }))).toBe('close');
    expect(next('sell', sold([closing(LITTLE), closing('100')]))).toBe('wait');
  });

  it('what copies hold is sold though the main key holds too little for an order', () => {
    expect(next('sell', holding(LITTLE, { left: [held('100')] }))).toBe('close');
    const asked = { isClosing: true, exits: NONE };
    expect(next('sell', holding(LITTLE, { ...asked, left: [closing('100')] }))).toBe('wait');
    expect(next('sell', holding(LITTLE, { ...asked, left: [] }))).toBe('over');
    expect(next('sell', holding('100', { ...asked, left: [] }))).toBe('wait');
  });

  it('too little for an order stays, and its exits come down before the deal is over', () => {
    expect(next('sell', holding(LITTLE))).toBe('unprotect');
    expect(next('sell', sold([held(LITTLE)]))).toBe('unprotect');
    expect(next('sell', holding(LITTLE, { exits: NONE, isAtWork: true }))).toBe('wait');
    expect(next('sell', holding(LITTLE, { exits: NONE }), sold([held(LITTLE)], { exits: NONE }))).toBe('over');
  });

  it('coins that are worth an order but fewer than its least quantity stay too: no order could sell them', () => {
    const least = { ...CONTEXT, rules: { ...rules, minQuantity: big(12) } };
    const at = (...blocks: DealBlock[]) => endingStep({ blocks, ending: 'sell', joinedAt: null }, least).do;
    expect(at(holding('11.9', { isClosing: true, exits: NONE }))).toBe('over');
    expect(at(sold([held('11.9')], { exits: NONE }))).toBe('over');
    expect(at(holding('12', { exits: NONE }))).toBe('close');
    expect(at(sold([closing('12')], { exits: NONE }))).toBe('wait');
  });

  it('Keep waits until the exits are down: a trade of them would be missing in its books', () => {
    expect(next('keep', holding('100'))).toBe('unprotect');
    expect(next('keep', holding('100', { exits: NONE, isAtWork: true }))).toBe('wait');
    expect(next('keep', holding('100', { exits: NONE }))).toBe('over');
    // Its owner had closed it before.
    expect(next('keep', holding('100', { isClosing: true }))).toBe('wait');
  });

  it('what a copy has bought ends with a first order that bought nothing on the main key', () => {
    const ended = { entry: 'ended', isOpen: false, end: 'removed' } as const;
    for (const left of [held('100'), { is: 'resting' } as const, { is: 'at-work' } as const]) {
      expect(coreStep(dealBlock({ ...ended, left: [left] }), CONTEXT)).toEqual({
        do: 'end',
        reason: 'Its first order did not fill.',
      });
    }
    expect(coreStep(dealBlock({ ...ended, left: [] }), CONTEXT)).toMatchObject({ do: 'over' });
  });

  it('M-14: the main key’s coins are sold whatever a copy is waited for', () => {
    const atWork: Left = { is: 'at-work' };
    for (const left of [[atWork], [closing('100')], [held('100', 20_000)], [{ is: 'resting' } as const]])
      expect(next('sell', holding('100', { left }))).toBe('close');
    const other = { id: 'other', left: [atWork] };
    expect(next('sell', sold([atWork]), holding('100', other))).toBe('close');
    expect(next('sell', holding('100', { isMoving: true }), holding('100', other))).toBe('close');
    // A copy's sale that is refused again and again comes after those of the main key.
    const steps = endingStep(
      { blocks: [sold([held('100')], { id: 'copy' }), holding('100')], ending: 'sell', joinedAt: null },
      CONTEXT,
    );
    expect(steps).toMatchObject({ do: 'close', block: { id: holding('100').id } });
  });

  it('C-11: a sale that the exchange refused is asked for again after its pause, and holds up no other', () => {
    const at = (...blocks: DealBlock[]) => endingStep({ blocks, ending: 'sell', joinedAt: null }, CONTEXT);
    const refused = { do: 'wait', why: 'The exchange refused to sell it.', again: 10_001 };
    expect(at(holding('100', { closeAt: 10_001 }))).toEqual(refused);
    expect(at(holding('100', { closeAt: 10_000 })).do).toBe('close');
    expect(at(sold([held('100', 12_000), held('100', 10_001)]))).toEqual(refused);
    expect(at(sold([held('100', 12_000), held('100')])).do).toBe('close');
    expect(at(holding('100', { closeAt: 10_001 }), sold([held('100')])).do).toBe('close');
  });

  it('C-8: a pause sells nothing of what copies have bought; what goes on ends it', () => {
    const ended = dealBlock({ entry: 'ended', isOpen: false, end: 'removed', left: [held('100')] });
    expect(coreStep(ended, { ...CONTEXT, additions: 'down' })).toMatchObject({ do: 'wait' });
    expect(coreStep(ended, { ...CONTEXT, additions: 'leave' })).toMatchObject({ do: 'end' });
    expect(coreStep({ ...ended, left: [] }, { ...CONTEXT, additions: 'down' })).toMatchObject({ do: 'over' });
    const resting = { ...ended, left: [{ is: 'resting' } as const, held('100')] };
    expect(coreStep(resting, { ...CONTEXT, additions: 'down' })).toMatchObject({ do: 'cancel' });
  });
});
