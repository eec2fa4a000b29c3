import { describe, expect, it } from 'vitest';
import { exitsAt, NO_EXITS } from './exits.ts';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { followedIntent, isAtOnceOrNever, isTarget } from './followed-deal.ts';
import type { Intent, OrderFact } from './position.ts';

const NONE: Intent = { ...NO_EXITS, ending: 'none' };
const BY_HAND = { isExternal: true } as const;
type Drawn = ReturnType<typeof sketch>;

/** A deal made directly on the exchange: 100 bought at 0.52. */
const deal = (of: Partial<OrderFact> & { trades?: string[][] } = { trades: [['100']] }) =>
  sketch().order('entry', ['0.52', '100'], { ...BY_HAND, ...of });
const exit = (block: Drawn, of: Partial<OrderFact> & { trades?: string[][] }, size = '100') =>
  block.order('close', ['0.6', size], { ...BY_HAND, ...of });
const take = { type: 'take-profit', stopPrice: big('0.6') } as const;
const stop = { type: 'stop-limit', stopPrice: big('0.49'), price: big('0.48') } as const;
const limit = { type: 'limit', price: big('0.6') } as const;

function followed({ position }: Drawn, intent = NONE) {
  const { takeProfits, stop: stopped, ending, withdrawn } = followedIntent(intent, position);
  return {
    takeProfit: takeProfits[0]?.price.toFixed() ?? null,
    stop: stopped?.price.toFixed() ?? null,
    ending,
    withdrawn: [...(withdrawn ?? [])],
  };
}

describe('the copies of a deal that was made on the exchange', () => {
  it('wait for the prices that its owner’s targets wait for', () => {
    expect(followed(deal())).toEqual({ takeProfit: null, stop: null, ending: 'none', withdrawn: [] });
    expect(followed(exit(deal(), take))).toMatchObject({ takeProfit: '0.6', stop: null });
    expect(followed(exit(deal(), stop))).toMatchObject({ takeProfit: null, stop: '0.49' });
  });

  it('a limit order is a target in a list alone, where the stop is the other leg', () => {
    const list = { externalListId: '7' };
    const both = exit(exit(deal(), { ...limit, ...list }), { ...stop, ...list });
    expect(followed(both)).toMatchObject({ takeProfit: '0.6', stop: '0.49' });
    expect(followed(exit(deal(), limit))).toMatchObject({ takeProfit: null, stop: null });
    const kinds = ['limit', 'market', 'stop', 'stop-limit', 'take-profit', 'take-profit-limit'] as const;
    const targets = (externalListId: string | null) => kinds.filter((type) => isTarget({ type, externalListId }));
    expect(targets(null)).toEqual(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']);
    expect(targets('7')).toEqual([...kinds]);
  });

  it('the last of each kind says it; taken back or refused it says nothing', () => {
    const moved = exit(exit(deal(), { ...take, state: 'cancelled' }), { ...take, stopPrice: big('0.62') });
    expect(followed(moved).takeProfit).toBe('0.62');
    expect(followed(exit(moved, { ...take, state: 'cancelled' })).takeProfit).toBeNull();
    expect(followed(exit(moved, { ...take, state: 'rejected' })).takeProfit).toBeNull();
    expect(followed(exit(deal(), { ...take, state: 'expired' })).takeProfit).toBe('0.6');
  });

  it('a target for a part of what is held says nothing; all but 1% of it is all of it', () => {
    expect(followed(exit(deal(), take, '98.9')).takeProfit).toBeNull();
    expect(followed(exit(deal(), take, '99')).takeProfit).toBe('0.6');
    const half = () => exit(deal(), { ...limit, trades: [['50', '0.6']] }, '50');
    expect(followed(exit(half(), take, '49')).takeProfit).toBeNull();
    expect(followed(exit(half(), take, '49.5')).takeProfit).toBe('0.6');
  });

  it('what a target itself has sold leaves it as it was', () => {
    expect(followed(exit(deal(), { ...take, trades: [['50', '0.6']] })).takeProfit).toBe('0.6');
    expect(followed(exit(deal(), { ...take, trades: [['50', '0.6']] }, '60')).takeProfit).toBeNull();
  });

  it('targets that were set here count, and orders of this server are no wish of the owner', () => {
    const own = { ...exitsAt(big('0.55'), null), ending: 'none' } as const;
    expect(followed(exit(deal(), stop), own)).toMatchObject({ takeProfit: '0.55', stop: null });
    expect(followed(exit(deal(), { ...stop, isExternal: false })).stop).toBeNull();
  });

  it('what was asked for here is done, whatever is done there', () => {
    const closing = { ...NONE, ending: 'close' } as const;
    expect(followedIntent(closing, exit(deal(), stop).position)).toBe(closing);
  });

  it('an order of its owner that was taken back is withdrawn, a target is not', () => {
    const back = { ...limit, attempt: 3 };
    expect(followed(exit(deal(), { ...back, state: 'cancelled' })).withdrawn).toEqual([3]);
    expect(followed(exit(deal(), { ...back, state: 'expired' })).withdrawn).toEqual([3]);
    expect(followed(exit(deal(), back)).withdrawn).toEqual([]);
    expect(followed(exit(deal(), { ...stop, attempt: 3, state: 'cancelled' })).withdrawn).toEqual([]);
  });
});

describe('nothing more is bought for a deal that is over', () => {
  const ending = (block: Drawn) => followed(block).ending;

  it('its entry was taken back', () => {
    expect(ending(deal({ state: 'cancelled' }))).toBe('remove');
    expect(ending(deal({ state: 'expired', trades: [['40']] }))).toBe('remove');
    expect(ending(deal({ state: 'rejected' }))).toBe('none');
    expect(ending(deal({}))).toBe('none');
    expect(ending(sketch())).toBe('none');
  });

  it('its owner has sold it, all but 1%, once its entry grows no more', () => {
    const sold = (quantity: string, of?: Parameters<typeof deal>[0]) =>
      exit(deal(of), { ...limit, trades: [[quantity, '0.6']] });
    expect(ending(sold('99'))).toBe('remove');
    expect(ending(sold('98.9'))).toBe('none');
    expect(ending(sold('50', { state: 'partly-filled', trades: [['50']] }))).toBe('none');
  });
});

describe('a copy at another price than its original', () => {
  const main = () => exit(deal(), { ...limit, attempt: 2 }).position;
  const copy = { leg: 'entry', type: 'limit', price: big('0.52'), attempt: 1 } as const;

  it('of an entry trades at once or never', () => {
    expect(isAtOnceOrNever(main(), copy)).toBe(false);
    expect(isAtOnceOrNever(main(), { ...copy, price: big('0.53') })).toBe(true);
    expect(isAtOnceOrNever(main(), { ...copy, type: 'market', price: big('0') })).toBe(false);
  });

  it('of a close as well; a target, and a close without an original, rest', () => {
    const close = { ...copy, leg: 'close', attempt: 2 } as const;
    expect(isAtOnceOrNever(main(), { ...close, price: big('0.6') })).toBe(false);
    expect(isAtOnceOrNever(main(), { ...close, price: big('0.59') })).toBe(true);
    expect(isAtOnceOrNever(main(), { ...close, price: big('0.59'), attempt: 1 })).toBe(false);
    expect(isAtOnceOrNever(main(), { ...close, leg: 'take-profit', price: big('0.59') })).toBe(false);
  });
});
