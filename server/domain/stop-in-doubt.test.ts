import { describe, expect, it } from 'vitest';
import { exitsAt, wholeAt } from './position/exits.ts';
import { big, context, sketch } from '../../tests/factories/block-sketch.ts';
import { nextStep } from './next-step.ts';
import { planExits } from './exits/plan-exits.ts';
import type { MarketContext, Interference, Position, Intent } from './position/position.ts';

const WISH: Intent = { ...exitsAt(null, big('0.494')), ending: 'none' };
const BELOW = big('0.49');

const held = (of: Partial<Position> = {}, side: 'buy' | 'sell' = 'buy') => {
  const block = sketch({ side }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  Object.assign(block.position, { interference: 'balance-spent', ...of });
  return block;
};
const step = (position: Position, marketContext: Partial<MarketContext> = {}, intent = WISH) =>
  nextStep(position, intent, context({ market: BELOW, ...marketContext }));
const plan = (position: Position, marketContext: Partial<MarketContext> = {}, intent = WISH) =>
  planExits(position, intent, context(marketContext));
const REACHED = { stopReachedAt: 500 };

describe('V-07 while its owner is asked about a change by hand', () => {
  it('V-07 a stop that is reached is written down, then sold at market', () => {
    expect(step(held().position)).toEqual({ do: 'note-stop' });
    expect(step(held(REACHED).position)).toMatchObject({
      do: 'place',
      orders: [{ leg: 'stop-loss', type: 'market', side: 'sell' }],
    });
    expect(step(held().position, { market: big('0.4941') })).toBeNull();
  });

  it('V-07 a take profit that rests is taken down for it', () => {
    const block = held(REACHED).order('take-profit', ['0.546', '192.1']);
    const intent = { ...WISH, takeProfits: wholeAt(big('0.546')) };
    expect(step(block.position, {}, intent)).toMatchObject({ do: 'cancel', because: 'stop-loss reached' });
  });

  it('V-07 what failed waits its turn, and what is sold is not sold again', () => {
    const lost = { type: 'market', stopPrice: null, state: 'expired', exchangeOrderId: null } as const;
    const failed = held(REACHED).order('stop-loss', ['0', '192.1'], { ...lost, updatedAt: 999_500 });
    expect(step(failed.position)).toBeNull();
    expect(step(failed.position, { now: 1_000_500 })).toMatchObject({ do: 'place' });
    const sold = held(REACHED).order('stop-loss', ['0', '192.1'], {
      type: 'market',
      stopPrice: null,
      trades: [['192.1', '0.49']],
    });
    expect(step(sold.position)).toBeNull();
  });

  it('V-07 what a part of it did not sell is tried once more', () => {
    const part = { type: 'market', stopPrice: null, trades: [['92.1', '0.49']] } as const;
    const sold = held(REACHED).order('stop-loss', ['0', '92.1'], { ...part, trades: [['92.1', '0.49']] });
    expect(step(sold.position)).toMatchObject({ do: 'place', orders: [{ leg: 'rest', type: 'market' }] });
  });

  it('V-07 what a take profit at its price did not hold waits, as does a take profit that is reached', () => {
    const intent = { ...WISH, takeProfits: wholeAt(big('0.546')) };
    const part = held().order('take-profit', ['0.546', '92.1'], { trades: [['92.1']] });
    expect(step(part.position, { market: big('0.546') }, intent)).toBeNull();
    expect(step(held().position, { market: big('0.55') }, intent)).toBeNull();
    expect(step(held().position, { market: big('0.52') }, intent)).toBeNull();
  });

  it.each<Interference>(['order-cancelled', 'order-found'])('V-07 nothing is done where it is %s', (interference) => {
    expect(step(held({ interference }).position)).toBeNull();
    expect(step(held({ ...REACHED, interference }).position)).toBeNull();
    const { protection, watched } = plan(held({ interference }).position);
    expect([protection, watched]).toEqual([{ label: 'unprotected', fault: 'undecided' }, []]);
  });

  it('V-07 the row calls nothing protected, and says that the stop acts only where it can', () => {
    const inDoubt = { label: 'unprotected', fault: 'in-doubt' };
    const undecided = { label: 'unprotected', fault: 'undecided' };
    const both = { ...WISH, takeProfits: wholeAt(big('0.546')) };
    expect(plan(held().position)).toMatchObject({ protection: inDoubt, watched: ['stop-loss'] });
    expect(plan(held().position, {}, both)).toMatchObject({ protection: inDoubt, watched: ['stop-loss'] });
    expect(plan(held(REACHED).position, { market: BELOW })).toMatchObject({ protection: inDoubt, watched: [] });
    expect(plan(held().position, { isDelayed: true }).protection).toEqual(undecided);
    expect(plan(held().position, { market: null }).protection).toEqual(undecided);
    expect(plan(held().position, {}, { ...both, stop: null })).toMatchObject({
      protection: undecided,
      watched: [],
    });
    const sold = held(REACHED).order('stop-loss', ['0', '92.1'], {
      type: 'market',
      stopPrice: null,
      trades: [['92.1']],
    });
    expect(plan(sold.position, { market: BELOW }).protection).toEqual(inDoubt);
  });

  it('V-07 a stop that the exchange holds is still the exchange’s', () => {
    const block = held().order('stop-loss', ['0.494', '192.1']);
    expect(plan(block.position)).toMatchObject({ protection: { label: 'exchange', fault: null }, watched: [] });
    expect(step(block.position)).toBeNull();
  });
});
