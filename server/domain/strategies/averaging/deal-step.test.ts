import { describe, expect, it } from 'vitest';
import { dealBlock } from '../../../../tests/factories/deal-block.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { Left } from '../../averaging/block-facts.ts';
import type { AveragingSettings } from './addition-ladder.ts';
import type { DealBlock, DealContext, DealFacts } from '../deals/deal-facts.ts';
import { averagingStep, nextAddition } from './deal-step.ts';

const SETTINGS: AveragingSettings = {
  baseOrder: big(20),
  addition: big(20),
  additions: 2,
  deviation: big('0.015'),
  deviationFactor: big('1.3'),
  amountFactor: big('1.4'),
  takeProfit: big('0.015'),
  stop: big('0.05'),
};
const CONTEXT: DealContext = { rules, last: big('0.523'), free: big(1000), additions: 'place', now: 10_000 };

const resting = (of: Partial<DealBlock> = {}): DealBlock => dealBlock({ id: 'base', ...of });
const filled = (of: Partial<DealBlock> = {}): DealBlock =>
  resting({
    entry: 'ended',
    isJoinable: true,
    entered: { quantity: big('38.2'), counter: big('19.9786') },
    bought: { spent: big('19.9786'), net: big('38.1618') },
    ...of,
  });
const EXITS = { takeProfit: big('0.5328'), stop: big('0.4796') };
const addition = (number: number, of: Partial<DealBlock> = {}): DealBlock =>
  resting({ id: `addition ${number}`, leg: 'addition', number, ...of });
const bought1 = (of: Partial<DealBlock> = {}): DealBlock =>
  addition(1, {
    entry: 'ended',
    isJoinable: true,
    entered: { quantity: big('38.8'), counter: big('19.98588') },
    bought: { spent: big('19.98588'), net: big('38.7612') },
    ...of,
  });

const facts = (blocks: DealBlock[], of: Partial<DealFacts> = {}): DealFacts => ({
  blocks,
  ending: null,
  joinedAt: null,
  ...of,
});
const step = (blocks: DealBlock[], of: Partial<DealFacts & DealContext> = {}) =>
  averagingStep(SETTINGS, facts(blocks, of), { ...CONTEXT, ...of });

describe('PB-11: the next step of an averaging deal', () => {
  it('begins with the base order: the quantity of the market, at a limit half a percent above', () => {
    expect(step([])).toEqual({
      do: 'place',
      order: { leg: 'base', number: 0, attempt: 1, price: big('0.5256'), quantity: big('38.2') },
    });
    expect(step([], { last: null }).do).toBe('wait');
    expect(step([], { additions: 'leave' }).do).toBe('over');
    expect(step([resting()]).do).toBe('wait');
    expect(step([resting({ entry: 'unwritten', isOpen: false })]).do).toBe('retry');
    expect(step([resting({ entry: 'unsure' })]).do).toBe('wait');
  });

  it('protects what it bought before anything else is placed', () => {
    expect(step([filled()])).toMatchObject({ do: 'protect', exits: EXITS });
    expect(step([filled({ exits: EXITS })])).toMatchObject({
      do: 'place',
      order: { leg: 'addition', number: 1, attempt: 1, price: big('0.5151'), quantity: big('38.8') },
    });
    expect(step([filled({ exits: EXITS }), addition(1)])).toMatchObject({ do: 'place', order: { number: 2 } });
    expect(step([filled({ exits: EXITS }), addition(1), addition(2)]).do).toBe('wait');
  });

  it('joins an addition that has filled, with one take profit for all and the same stop', () => {
    const before = [filled({ exits: EXITS }), bought1(), addition(2)];
    expect(step(before)).toMatchObject({
      do: 'join',
      number: 1,
      blocks: [{ id: 'base' }, { id: 'addition 1' }],
      exits: { takeProfit: big('0.5281'), stop: big('0.4796') },
    });
    // At most every five seconds.
    expect(step(before, { joinedAt: 5001 })).toEqual({ do: 'wait', why: null, again: 10_001 });
    expect(step(before, { joinedAt: 5000 }).do).toBe('join');
    // One whose take profit is half filled cannot be joined: the addition is protected by itself.
    const apart = [filled({ exits: EXITS, isJoinable: false }), bought1(), addition(2)];
    expect(step(apart)).toMatchObject({ do: 'protect', block: { id: 'addition 1' }, exits: { stop: big('0.4796') } });
  });

  it('PB-11, EX-14: an addition that still fills has the exits of the deal once what it bought is worth an order', () => {
    const core = filled({ exits: EXITS });
    const partly = (net: string, of: Partial<DealBlock> = {}) =>
      addition(1, { bought: { spent: big(net).times('0.5151'), net: big(net) }, ...of });
    const protects = { do: 'protect', block: { id: 'addition 1' }, exits: EXITS };
    expect(step([core, partly('19.98'), addition(2)])).toMatchObject(protects);
    // 10.4 are worth less than 5 USDT at the stop, and 10.5 more.
    expect(step([core, partly('10.49'), addition(2)]).do).toBe('wait');
    expect(step([core, partly('10.5'), addition(2)])).toMatchObject(protects);
    expect(step([core, partly('10.5'), addition(2)], { additions: 'leave' })).toMatchObject(protects);
    // Once it has them they follow what it buys, and the next addition is placed.
    expect(step([core, partly('19.98', { exits: EXITS }), addition(2)]).do).toBe('wait');
    expect(step([core, partly('19.98', { exits: EXITS })])).toMatchObject({ do: 'place', order: { number: 2 } });
    // The core comes first, and a pause takes the addition down.
    expect(step([filled(), partly('19.98'), addition(2)])).toMatchObject({ do: 'protect', block: { id: 'base' } });
    expect(step([core, partly('19.98')], { additions: 'down' })).toMatchObject({ do: 'cancel', block: { number: 1 } });
    // Where the price is at the exits already, those of the core decide.
    for (const last of ['0.5328', '0.4796'])
      expect(step([core, partly('19.98')], { last: big(last) }).do).not.toBe('protect');
  });

  it('PB-11, EX-14: an addition that still fills is protected while another one waits to be joined', () => {
    const second = addition(2, { bought: { spent: big('13.77'), net: big('27.3') } });
    const before = [filled({ exits: EXITS }), bought1(), second];
    expect(step(before)).toMatchObject({ do: 'join', blocks: [{ id: 'base' }, { id: 'addition 1' }] });
    expect(step(before, { joinedAt: 5001 })).toMatchObject({
      do: 'protect',
      block: { id: 'addition 2' },
      exits: EXITS,
    });
  });

  describe('R-8, PB-11: a first order that filled in part and is too little for its exits', () => {
    const least = { ...rules, minQuantity: big(30) };
    const part = (net: string, of: Partial<DealBlock> = {}) =>
      filled({
        entered: { quantity: big(20), counter: big('10.46') },
        bought: { spent: big(net).times('0.523'), net: big(net) },
        ...of,
      });
    const little = part('19.98');
    const next = (blocks: DealBlock[], of: Partial<DealFacts & DealContext> = {}) =>
      step(blocks, { rules: least, ...of });

    it('has its additions placed, and is joined with the first that fills', () => {
      expect(next([part('30')])).toMatchObject({ do: 'protect', block: { id: 'base' } });
      expect(next([little])).toMatchObject({
        do: 'place',
        order: { leg: 'addition', number: 1, price: big('0.5151') },
      });
      expect(next([little, addition(1)])).toMatchObject({ do: 'place', order: { number: 2 } });
      expect(next([little, addition(1), addition(2)]).do).toBe('wait');
      expect(next([little, bought1(), addition(2)])).toMatchObject({
        do: 'join',
        blocks: [{ id: 'base' }, { id: 'addition 1' }],
        exits: { takeProfit: big('0.5268'), stop: big('0.4796') },
      });
      // Both together are still too little.
      const few = bought1({ bought: { spent: big('5.1'), net: big('9.9') } });
      expect(next([little, few])).toMatchObject({ do: 'place', order: { number: 2 } });
    });

    it('counts at the lower of its exits', () => {
      // 10.4 are worth 4.99 USDT at the stop, 10.5 more than 5.
      expect(step([part('10.49')])).toMatchObject({ do: 'place', order: { number: 1 } });
      expect(step([part('10.5')])).toMatchObject({ do: 'protect', exits: { stop: big('0.4796') } });
    });

    it('above its take profit waits for additions, and ends where none can come or it can be sold', () => {
      const above = { last: big('0.55') };
      expect(next([little, addition(1)], above)).toMatchObject({ do: 'place', order: { number: 2 } });
      expect(next([little, addition(1), addition(2)], above).do).toBe('wait');
      expect(next([little], { ...above, additions: 'down' }).do).toBe('wait');
      const byHand = (number: number) => addition(number, { entry: 'ended', isOpen: false, end: 'removed' });
      const end = { do: 'end', reason: 'The price is above its take profit.' };
      expect(next([little, byHand(1), byHand(2)], above)).toEqual(end);
      expect(next([little, byHand(1), byHand(2)]).do).toBe('wait');
      expect(next([part('30'), addition(1)], above)).toEqual(end);
    });

    it('ends below its stop, where no addition would be below the price', () => {
      const end = { do: 'end', reason: 'The price is below its stop.' };
      expect(next([little], { last: big('0.4796') })).toEqual(end);
      expect(next([little, addition(1)], { last: big('0.47') })).toEqual(end);
      expect(next([little], { last: big('0.4797') })).toMatchObject({ do: 'place' });
    });

    it('holds up no addition that is enough by itself', () => {
      expect(next([part('19.98', { isJoinable: false }), bought1()])).toMatchObject({
        do: 'protect',
        block: { id: 'addition 1' },
      });
    });
  });

  it('sells at once what is beyond its exits, instead of placing them', () => {
    expect(step([filled()], { last: big('0.5328') })).toEqual({
      do: 'end',
      reason: 'The price is above its take profit.',
    });
    expect(step([filled()], { last: big('0.4796') })).toEqual({ do: 'end', reason: 'The price is below its stop.' });
    expect(step([filled()], { last: big('0.5327') }).do).toBe('protect');
    expect(step([filled()], { last: big('0.4797') }).do).toBe('protect');
  });

  it('C-13: while a trade of its orders is not known yet, nothing is decided, also as the deal ends', () => {
    for (const blocks of [[filled({ isBooked: false })], [filled({ exits: EXITS }), bought1({ isBooked: false })]])
      for (const ending of [null, 'sell', 'keep'] as const)
        expect(step(blocks, { ending })).toMatchObject({ do: 'wait', why: expect.stringContaining('not known') });
  });

  it('ends with its exits: what rests comes down first, then the rest is sold', () => {
    const over = filled({
      exits: EXITS,
      isOpen: false,
      end: 'take-profit',
      bought: { spent: big(0), net: big('0.06') },
    });
    expect(step([over, addition(1)])).toEqual({ do: 'end', reason: 'Its take profit was filled.' });
    const ending = { ending: 'sell' as const };
    expect(step([over, addition(1), addition(2)], ending)).toMatchObject({ do: 'cancel', block: { id: 'addition 1' } });
    expect(step([over, bought1()], ending)).toMatchObject({ do: 'close', block: { id: 'addition 1' } });
    expect(step([over, bought1({ isClosing: true })], ending).do).toBe('wait');
    // C-9: what is too small to trade stays.
    const small = bought1({ bought: { spent: big(2), net: big(9) } });
    expect(step([over, small], ending).do).toBe('over');
    expect(step([over, small], { ...ending, last: big('0.6') }).do).toBe('close');
    expect(step([over], ending)).toEqual({ do: 'over', reason: null });
  });

  it('C-9: Keep takes the exits off and sells nothing', () => {
    const keep = { ending: 'keep' as const };
    expect(step([filled({ exits: EXITS }), addition(1)], keep)).toMatchObject({ do: 'cancel' });
    expect(step([filled({ exits: EXITS })], keep)).toMatchObject({ do: 'unprotect' });
    expect(step([filled()], keep)).toEqual({ do: 'over', reason: null });
  });

  it('EX-14, C-9: what filled late on copy keys ends with it: what rests is taken off, then it is sold, or left', () => {
    const over = filled({ isOpen: false, end: 'take-profit', bought: { spent: big(-1), net: big(0) } });
    const late = (left: Left, of: Partial<DealBlock> = {}) =>
      bought1({ isOpen: false, end: 'joined', left: [left], ...of });
    const held = { is: 'held' as const, net: big('38.7612'), askAt: 0 };
    const sell = { ending: 'sell' as const };
    const rests = late({ is: 'resting' });
    expect(step([over, rests], sell)).toEqual({ do: 'cancel', block: rests });
    expect(step([over, late({ is: 'at-work' })], sell).do).toBe('wait');
    expect(step([over, late(held)], sell)).toMatchObject({ do: 'close', block: { id: 'addition 1' } });
    expect(step([over, late({ ...held, net: big(9) })], sell).do).toBe('over');
    const keep = { ending: 'keep' as const };
    expect(step([over, late(held, { exits: EXITS })], keep)).toMatchObject({ do: 'unprotect' });
    expect(step([over, late(held)], keep).do).toBe('over');
  });

  it('is over where its first order did not fill, or was refused', () => {
    expect(step([resting({ entry: 'ended', isOpen: false, end: 'removed' })])).toEqual({
      do: 'over',
      reason: 'Its first order did not fill.',
    });
    const refused = resting({ entry: 'unwritten', isOpen: false, fault: 'Not enough USDT.' });
    expect(step([refused])).toEqual({ do: 'over', reason: 'Not enough USDT.' });
  });

  it('C-8: a pause takes additions down and keeps the exits; what was taken down is placed anew', () => {
    const held = [filled({ exits: EXITS }), addition(1), addition(2)];
    expect(step(held, { additions: 'down' })).toMatchObject({ do: 'cancel', block: { number: 1 } });
    expect(step([filled()], { additions: 'down' }).do).toBe('protect');
    expect(step(held, { additions: 'leave' }).do).toBe('wait');
    const down = addition(1, { entry: 'ended', isOpen: false, end: 'removed', takenDown: true });
    expect(step([filled({ exits: EXITS }), down])).toMatchObject({ do: 'place', order: { number: 1, attempt: 2 } });
    // Its owner canceled it: it stays away.
    const byHand = addition(1, { entry: 'ended', isOpen: false, end: 'removed' });
    expect(step([filled({ exits: EXITS }), byHand])).toMatchObject({ do: 'place', order: { number: 2 } });
  });

  it('C-18: does nothing while a change on the exchange waits for its owner', () => {
    expect(step([filled({ asksOwner: true })]).do).toBe('wait');
  });

  it('C-4: never spends more than the bot has left', () => {
    const of = (free: string) =>
      nextAddition(SETTINGS, facts([filled({ exits: EXITS })]), { ...CONTEXT, free: big(free) })?.quantity.toFixed();
    expect(of('19.98588')).toBe('38.8');
    expect(of('19.98587')).toBe('38.7');
    expect(of('5')).toBeUndefined();
    expect(of('5.01')).toBeUndefined();
    expect(of('5.06')).toBe('9.8');
  });
});
