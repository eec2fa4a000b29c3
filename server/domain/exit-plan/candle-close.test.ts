import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { closingDecision } from './candle-close.ts';

const decide = (closes: string[], market: string, more: { isMissed?: boolean; side?: 'buy' | 'sell' } = {}) =>
  closingDecision(
    { side: more.side ?? 'buy', price: big('0.4940') },
    { closes: closes.map(big), market: big(market), isMissed: more.isMissed ?? false },
  );

describe('EX-11 a stop by the close of a candle', () => {
  it('holds while no candle closes below', () => {
    expect([decide([], '0.4900'), decide(['0.4940'], '0.4900')]).toEqual(['hold', 'hold']);
  });

  it('sells at a close below, wherever the market has gone a moment later', () => {
    expect([decide(['0.4939'], '0.4939'), decide(['0.4939'], '0.4945')]).toEqual(['close', 'close']);
  });

  it('of a missed close sells where the price is still below, and asks where it is back', () => {
    const isMissed = true;
    expect(decide(['0.4939', '0.4950'], '0.4939', { isMissed })).toBe('close');
    expect(decide(['0.4950', '0.4939'], '0.4940', { isMissed })).toBe('ask');
    expect(decide(['0.4950', '0.4940'], '0.4930', { isMissed })).toBe('hold');
  });

  it('of a block that sold first buys back at a close above', () => {
    const side = 'sell';
    expect([decide(['0.4940'], '0.5', { side }), decide(['0.4941'], '0.4', { side })]).toEqual(['hold', 'close']);
    expect(decide(['0.4941'], '0.4940', { side, isMissed: true })).toBe('ask');
  });
});
