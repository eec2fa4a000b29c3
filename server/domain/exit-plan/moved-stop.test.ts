import { describe, expect, it } from 'vitest';
import { XRP_TERMS, big, planOf, told } from '../../../tests/factories/exit-plans.ts';
import { exitsBreakeven, exitsThree } from '../../../tests/worked-examples/exit-plans.ts';
import type { StopAfter } from './exit-plan.ts';
import { type Deal, betterOf, breakEvenOfRest, breakEvenOfWhole, moveStop, stopAfter } from './moved-stop.ts';
import { worthOf } from './results.ts';

const { out } = exitsBreakeven;
const paid = big(exitsThree.in.spent);
const deal: Deal = { paid, whole: big(exitsThree.in.sellable), settled: big(out.broughtIn), left: big(out.left) };
const NONE = { offset: big(0) };
const even = { ...XRP_TERMS, ...NONE };
const { targets } = planOf('0.5460 50, 0.5600 30, 0.5800 20');

describe('EX-6 after a target', () => {
  it('worked example exits-breakeven: of the rest, and of the whole deal', () => {
    const settled = worthOf(big(out.soldFirst), big('0.5460'), XRP_TERMS);
    expect(settled.toFixed()).toBe(out.broughtIn);
    const rest = breakEvenOfRest(deal, even);
    const whole = breakEvenOfWhole(deal, even);
    expect([rest.toFixed(), whole?.toFixed()]).toEqual([out.breakEvenOfRest, out.breakEvenOfWhole]);
    const resultAt = (price: typeof rest) =>
      settled
        .plus(worthOf(deal.left, price, XRP_TERMS))
        .minus(paid)
        .toFixed();
    expect([resultAt(rest), resultAt(whole ?? rest)]).toEqual([out.resultOfWholeDealAtIt, out.resultAtThat]);
  });

  it('one tick less than a break-even is a loss', () => {
    const loses = (price: string) => worthOf(deal.whole, big(price), XRP_TERMS).lt(paid);
    expect([loses('0.5210'), loses('0.5211')]).toEqual([true, false]);
  });

  it('an offset lies beyond the break-even', () => {
    expect(breakEvenOfRest(deal, { ...XRP_TERMS, offset: big('0.01') }).toFixed()).toBe('0.5263');
    expect(breakEvenOfWhole(deal, { ...XRP_TERMS, offset: big('0.01') })?.toFixed()).toBe('0.5012');
  });

  it('a deal that has its money back cannot lose: its stop stays', () => {
    expect(breakEvenOfWhole({ ...deal, settled: paid }, even)).toBeNull();
    expect(breakEvenOfWhole({ ...deal, settled: paid.minus('0.0001') }, even)?.toFixed()).toBe('0.0001');
    expect(breakEvenOfWhole({ ...deal, left: big(0) }, even)).toBeNull();
  });

  it('of a block that sold first lies below what the sale brought in', () => {
    const sold: Deal = { paid: big('99.896'), whole: big('192.5'), settled: big('50'), left: big('90') };
    const terms = { ...XRP_TERMS, side: 'sell' as const };
    expect(breakEvenOfRest(sold, { ...terms, ...NONE }).toFixed()).toBe('0.5189');
    expect(breakEvenOfRest(sold, { ...terms, offset: big('0.01') }).toFixed()).toBe('0.5137');
    expect(breakEvenOfWhole(sold, { ...terms, ...NONE })?.toFixed()).toBe('0.5544');
  });

  it('the stop moves once its target has filled, not before', () => {
    const at = (after: StopAfter, filled: number) => stopAfter({ after, targets, filled, deal }, XRP_TERMS)?.toFixed();
    const evenAfter = (target: number): StopAfter => ({ to: 'break-even', target, ...NONE });
    expect([0, 1, 2].map((filled) => at(evenAfter(1), filled))).toEqual([undefined, '0.5211', '0.5211']);
    expect([1, 2].map((filled) => at(evenAfter(2), filled))).toEqual([undefined, '0.5211']);
    expect(at({ to: 'whole-deal-at-zero', target: 1, ...NONE }, 1)).toBe('0.4962');
    expect(at({ to: 'break-even', target: 1, offset: big('0.01') }, 1)).toBe('0.5263');
  });

  it('or goes to the target before, after the first to the break-even', () => {
    const at = (filled: number) =>
      stopAfter({ after: { to: 'previous-target' }, targets, filled, deal }, XRP_TERMS)?.toFixed();
    expect([0, 1, 2].map(at)).toEqual([undefined, '0.5211', '0.546']);
  });
});

describe('EX-6 a stop is moved', () => {
  const moveOf = (side: 'buy' | 'sell') => (wanted: string | null, current: string, market: string) =>
    told(
      moveStop(
        { wanted: wanted === null ? null : big(wanted), current: big(current), market: big(market) },
        { ...XRP_TERMS, side },
      ),
    );
  const [move, moveSold] = [moveOf('buy'), moveOf('sell')];

  it('only upward; a purchase’s only downward', () => {
    expect(move('0.5211', '0.4940', '0.5460')).toEqual({ do: 'move', to: '0.5211' });
    expect(move('0.4940', '0.4940', '0.5460')).toEqual({ do: 'stay' });
    expect(move('0.4939', '0.4940', '0.5460')).toEqual({ do: 'stay' });
    expect(move(null, '0.4940', '0.5460')).toEqual({ do: 'stay' });
    expect(moveSold('0.5189', '0.5460', '0.4940')).toEqual({ do: 'move', to: '0.5189' });
    for (const wanted of ['0.5461', '0.5460']) expect(moveSold(wanted, '0.5460', '0.4940')).toEqual({ do: 'stay' });
  });

  it('only where it lies three ticks under the market; else it waits', () => {
    expect(move('0.5211', '0.4940', '0.5214')).toEqual({ do: 'move', to: '0.5211' });
    expect(move('0.5211', '0.4940', '0.5213')).toEqual({ do: 'waits', to: '0.5211' });
    expect(moveSold('0.5189', '0.5460', '0.5186')).toEqual({ do: 'move', to: '0.5189' });
    expect(moveSold('0.5189', '0.5460', '0.5187')).toEqual({ do: 'waits', to: '0.5189' });
  });

  it('the better of two is the higher for a sale, the lower for a purchase', () => {
    expect([betterOf('buy', big(1), big(2)).toFixed(), betterOf('sell', big(1), big(2)).toFixed()]).toEqual(['2', '1']);
  });
});
