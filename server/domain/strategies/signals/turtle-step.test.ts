import { describe, expect, it } from 'vitest';
import { dealBlock } from '../../../../tests/factories/deal-block.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { DealBlock, DealContext, DealFacts } from '../deals/deal-facts.ts';
import { firstUnit, turtleStep, type TurtleTerms } from './turtle-step.ts';

/** The worked example turtle. */
const range = big('0.0028365003');
const BREAKOUT = { trigger: big('0.5264'), range };
const settings = { given: big(1000), risk: big('0.01'), units: 4 };
const TERMS: TurtleTerms = { settings, breakout: BREAKOUT, exit: big('0.5083') };

const block = (of: Partial<DealBlock> = {}): DealBlock =>
  dealBlock({
    isJoinable: true,
    exits: { takeProfit: null, stop: big('0.5207') },
    unit: { ...BREAKOUT, quantity: big('474.9') },
    ...of,
  });
const filled = (quantity = '474.9', price = '0.5264'): Partial<DealBlock> => ({
  entry: 'ended',
  entered: { quantity: big(quantity), counter: big(quantity).times(price) },
  bought: { spent: big(quantity).times(price), net: big(quantity).times('0.999') },
});
const gone: Partial<DealBlock> = { entry: 'ended', isOpen: false, end: 'cancelled', takenDown: true };
const addition = (number: number, trigger: string, of: Partial<DealBlock> = {}): DealBlock =>
  block({
    id: `add ${number}`,
    leg: 'addition',
    number,
    unit: { trigger: big(trigger), range, quantity: big('474.9') },
    exits: { takeProfit: null, stop: big(trigger).minus('0.0057') },
    ...of,
  });
/** What was joined holds nothing any more. */
const handedOver: Partial<DealBlock> = { isOpen: false, end: 'joined', bought: { spent: big(0), net: big(0) } };

type Of = Partial<DealContext & Pick<DealFacts, 'ending'> & TurtleTerms>;
function next(blocks: readonly DealBlock[], of: Of = {}) {
  const { ending = null, ...changed } = of;
  const context = { rules, last: big('0.524'), free: big(1000), additions: 'place' as const, now: 0 };
  return turtleStep({ ...TERMS, ...changed }, { blocks, ending, joinedAt: null }, { ...context, ...changed });
}
const higher = { trigger: big('0.53'), range };

describe('PB-9 the first unit', () => {
  it('worked example turtle: waits at 0.5264 with 474.9, at most 0.529', () => {
    expect(next([])).toEqual({
      do: 'place',
      order: {
        leg: 'base',
        number: 0,
        attempt: 1,
        price: big('0.529'),
        quantity: big('474.9'),
        unit: { trigger: big('0.5264'), range },
      },
    });
  });

  it('rests while the bars say the same, moves with them, and is taken off when the filter ends or its owner pauses', () => {
    expect(next([block()])).toMatchObject({ do: 'wait' });
    expect(next([block()], { additions: 'leave' })).toMatchObject({ do: 'wait' });
    for (const changed of [{ breakout: higher }, { breakout: null }, { additions: 'down' as const }])
      expect(next([block()], changed)).toMatchObject({ do: 'cancel' });
    expect(next([block()], { breakout: { ...BREAKOUT, range: big('0.003') } })).toMatchObject({ do: 'cancel' });
  });

  it('C-9: what a copy key has bought of it ends with the deal, though the main key bought nothing', () => {
    const left = [{ is: 'held' as const, net: big('474.4'), askAt: 0 }];
    const canceled = { ...gone, takenDown: false };
    expect(next([block({ ...canceled, left })])).toEqual({ do: 'end', reason: 'Its entry was canceled.' });
    expect(next([block({ ...gone, left })], { breakout: null })).toEqual({
      do: 'end',
      reason: 'Its filter has ended.',
    });
    // A pause sells nothing.
    expect(next([block({ ...gone, left })], { additions: 'down' })).toMatchObject({ do: 'wait' });
    expect(next([block({ ...gone, left })], { ending: 'sell' })).toMatchObject({ do: 'close' });
    expect(next([block(canceled)])).toEqual({ do: 'over', reason: 'Its entry was canceled.' });
  });

  it('never two at once: the next one is placed only after the end of the one before is known', () => {
    for (const entry of ['resting', 'unsure'] as const)
      expect(next([block({ entry, takenDown: true })], { breakout: higher }).do).not.toBe('place');
    expect(next([block(gone)], { breakout: higher })).toMatchObject({ do: 'place', order: { attempt: 2 } });
    const moved = block({ id: 'two', attempt: 2, unit: { ...higher, quantity: big('470') } });
    expect(next([block(gone), moved], { breakout: higher })).toMatchObject({ do: 'wait' });
  });

  it('an order that has ended, whose trades are not known yet, is waited for, also as the deal ends', () => {
    const ended = block({ entry: 'ended' });
    for (const changed of [{}, { breakout: higher }, { breakout: null }, { ending: 'sell' as const }])
      expect(next([ended], changed)).toMatchObject({ do: 'wait', why: expect.stringContaining('not known') });
    expect(next([block(filled()), addition(1, '0.5279', { entry: 'ended' })])).toMatchObject({ do: 'wait' });
  });

  it('nothing is placed without a filter, while paused or where nothing may be bought; the deal ends, or waits', () => {
    expect(next([block(gone)], { breakout: null })).toEqual({ do: 'over', reason: 'Its filter has ended.' });
    expect(next([block(gone)], { additions: 'down' })).toEqual({ do: 'over', reason: 'It was paused.' });
    expect(next([block(gone)], { additions: 'leave' })).toMatchObject({ do: 'wait' });
    expect(next([block({ ...gone, takenDown: false })])).toEqual({ do: 'over', reason: 'Its entry was canceled.' });
  });

  it('a refused order is tried once more, then not before the bars say something else', () => {
    const refused = (attempt: number) =>
      block({ id: String(attempt), attempt, entry: 'ended', fault: 'Stop price would trigger immediately.' });
    expect(next([refused(1)])).toMatchObject({ do: 'place', order: { attempt: 2 } });
    expect(next([refused(1), refused(2)])).toMatchObject({ do: 'wait', why: expect.stringContaining('trigger') });
    expect(next([refused(1), refused(2)], { breakout: higher })).toMatchObject({ do: 'place', order: { attempt: 3 } });
  });

  it('PB-5: what has filled in part stays if it can be sold at its stop', () => {
    const part = (quantity: string) => block({ ...filled(quantity), entry: 'resting' });
    expect(next([part('20')])).toMatchObject({ do: 'wait' });
    expect(next([part('20')], { breakout: higher })).toMatchObject({ do: 'cancel' });
    expect(next([part('5')], { breakout: higher })).toMatchObject({
      do: 'wait',
      why: expect.stringContaining('small'),
    });
  });

  it('C-4: a unit is never more than the money there is at its limit, nor too small to be sold at its stop', () => {
    const free = (amount: string) => firstUnit(TERMS, { rules, free: big(amount) })?.quantity.toFixed() ?? null;
    // 189 × 0.529 = 99.981; 9.7 are 9.6 after the fee, worth 4.99872 at 0.5207, and 9.8 are 9.7, worth 5.05079.
    expect([free('1000'), free('100'), free('5.1842'), free('5.1841')]).toEqual(['474.9', '189', '9.8', null]);
  });
});

describe('PB-9 units and their stop', () => {
  const base = block(filled());

  it('adds half of N higher, only the next one, with what the purse has left', () => {
    expect(next([base], { free: big('750') })).toMatchObject({
      do: 'place',
      order: { leg: 'addition', number: 1, attempt: 1, price: big('0.5305'), unit: { trigger: big('0.5279') } },
    });
    expect(next([base, addition(1, '0.5279')])).toMatchObject({ do: 'wait' });
    expect(next([base], { free: big('4') })).toMatchObject({ do: 'wait' });
    expect(next([base], { settings: { ...settings, units: 1 } })).toMatchObject({ do: 'wait' });
    expect(next([base], { additions: 'leave' })).toMatchObject({ do: 'wait' });
    expect(next([base, addition(1, '0.5279')], { additions: 'down' })).toMatchObject({ do: 'cancel' });
  });

  it('a unit that has filled goes over to one block, with the stop two N below it', () => {
    const added = addition(1, '0.5279', filled('474.9', '0.5279'));
    const joined = next([base, added], { last: big('0.528') });
    expect(joined).toMatchObject({ do: 'join', number: 1, blocks: [{ id: 'one' }, { id: 'add 1' }] });
    // 0.5279 − 0.0056730006 on the tick.
    expect(joined).toMatchObject({ exits: { takeProfit: null, stop: big('0.5222') } });
  });

  it('worked example turtle: after the fourth unit the stop of all is at 0.525, and nothing is added', () => {
    const going = { ...filled(), ...handedOver };
    const whole = (stop: string) =>
      block({ id: 'all', leg: 'joined', number: 2, ...filled(), exits: { takeProfit: null, stop: big(stop) } });
    const before = [block(going), addition(1, '0.5279', going), addition(2, '0.5293', going)];
    const last = { last: big('0.531') };
    const fourth = addition(3, '0.5307', filled('474.9', '0.5307'));
    expect(next([...before, fourth, whole('0.5236')], last)).toMatchObject({
      do: 'join',
      number: 2,
      exits: { takeProfit: null, stop: big('0.525') },
    });
    expect(next([...before, addition(3, '0.5307', going), whole('0.525')], last)).toMatchObject({ do: 'wait' });
  });

  it('the stop only ever goes up: to the lowest low of ten bars where that is higher', () => {
    expect(next([base], { exit: big('0.5206'), free: big(0) })).toMatchObject({ do: 'wait' });
    expect(next([base], { exit: big('0.5207'), free: big(0) })).toMatchObject({ do: 'wait' });
    expect(next([base], { exit: big('0.5211') })).toMatchObject({
      do: 'raise',
      exits: { takeProfit: null, stop: big('0.5211') },
    });
    const raised = block({ ...filled(), exits: { takeProfit: null, stop: big('0.523') } });
    expect(next([raised], { exit: null, free: big(0) })).toMatchObject({ do: 'wait' });
  });

  it('where the price is there already all is sold at once', () => {
    expect(next([base], { exit: big('0.524') })).toEqual({ do: 'end', reason: 'The price is at its stop.' });
    expect(next([base], { exit: big('0.5239') })).toMatchObject({ do: 'raise' });
  });

  it('a deal that ends takes the next unit off first, then sells what it holds; its stop ends it', () => {
    expect(next([base, addition(1, '0.5279')], { ending: 'sell' })).toMatchObject({
      do: 'cancel',
      block: { id: 'add 1' },
    });
    expect(next([base], { ending: 'sell' })).toMatchObject({ do: 'close' });
    expect(next([base], { ending: 'keep' })).toMatchObject({ do: 'unprotect' });
    expect(next([block({ ...filled(), isOpen: false, end: 'stop-loss' })])).toEqual({
      do: 'end',
      reason: 'Its stop was filled.',
    });
  });

  it('a unit that its owner took off stays away; one that a pause took off comes back', () => {
    const off = addition(1, '0.5279', { ...gone, takenDown: false });
    expect(next([base, off])).toMatchObject({ do: 'place', order: { number: 2 } });
    expect(next([base, addition(1, '0.5279', gone)])).toMatchObject({ do: 'place', order: { number: 1, attempt: 2 } });
  });

  it('waits for its owner, and for what the exchange has not confirmed', () => {
    expect(next([block({ ...filled(), asksOwner: true })])).toMatchObject({ do: 'wait' });
    expect(next([base, addition(1, '0.5279', { entry: 'unsure' })])).toMatchObject({ do: 'wait' });
    expect(next([base, addition(1, '0.5279', { entry: 'unwritten', isOpen: false })])).toMatchObject({ do: 'retry' });
  });
});
