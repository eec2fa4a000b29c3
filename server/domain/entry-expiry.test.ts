import { describe, expect, it } from 'vitest';
import { big } from '../../tests/factories/block-sketch.ts';
import { ModelExchange } from '../../tests/factories/model-exchange.ts';
import { goTo, rests, settled, takeProfits } from '../../tests/factories/planned-position.ts';
import { entryEndsAt, isEntryOver } from './entry-expiry.ts';

const HOUR = 3_600_000;
const [NOW, ENDS] = [1_000_000, 1_000_000 + HOUR];

describe('EX-10 the end of an entry', () => {
  it('is its own, or that of its plan where this comes first', () => {
    const at = (moment: number) => ({ exit: { at: moment, onlyInProfit: false } });
    expect(entryEndsAt({})).toBeNull();
    expect(entryEndsAt({ expiresAt: 500 })).toBe(500);
    expect(entryEndsAt({ expiresAt: 500, timing: at(499) })).toBe(499);
    expect(entryEndsAt({ expiresAt: 500, timing: at(501) })).toBe(500);
    expect(entryEndsAt({ timing: { exit: { after: 100, onlyInProfit: false } } })).toBeNull();
    expect([isEntryOver({ expiresAt: 500 }, 499), isEntryOver({ expiresAt: 500 }, 500)]).toEqual([false, true]);
    expect(isEntryOver({}, NOW)).toBe(false);
  });
});

const PLAN = {
  takeProfits: takeProfits('0.546 50, 0.58 50'),
  stop: { price: big('0.494') },
  ending: 'none',
  plan: 1,
} as const;

/** An entry at 0.52 with a plan, which goes out with its first target and its stop; the market stands at 0.53. */
function waiting() {
  const intent = { ...PLAN, expiresAt: ENDS };
  const model = new ModelExchange({
    section: 'buy',
    counterEarning: true,
    withTargets: true,
    intent,
    market: big('0.53'),
  });
  settled(model);
  return model;
}
const entries = ({ position }: ModelExchange) =>
  position.orders.filter(({ leg }) => leg === 'entry').map(({ state, price }) => `${state} ${price.toFixed()}`);

describe('EX-10 an entry that waits', () => {
  it('is canceled at its time and not before; nothing of it is left', () => {
    const model = waiting();
    expect(goTo(model, '0.53', { ms: HOUR - 1 })).toEqual([]);
    expect(goTo(model, '0.53', { ms: 1 })).toMatchObject([
      { do: 'cancel', because: 'expired' },
      { do: 'finish', how: 'removed' },
    ]);
    expect(rests(model)).toEqual([]);
  });

  it('that has filled in part keeps that, cut by its plan', () => {
    const model = waiting();
    goTo(model, '0.52', { part: '0.5', ms: 1000 });
    goTo(model, '0.53', { ms: HOUR });
    expect(entries(model)).toEqual(['cancelled 0.52']);
    expect(rests(model)).toEqual(['48 at 0.546', '48 at 0.58', '48 stop 0.494', '48 stop 0.494']);
  });

  it('that was being changed is not placed anew', () => {
    const model = waiting();
    model.changeEntry(big('0.51'), big('192.3'));
    goTo(model, '0.53', { ms: HOUR });
    expect(entries(model)).toEqual(['cancelled 0.52']);
    expect(model.ended).toBe('removed');
  });

  it('is left to its owner who ends it', () => {
    const model = waiting();
    model.intent = { ...model.intent, ending: 'remove' };
    expect(goTo(model, '0.53', { ms: HOUR })[0]).toMatchObject({ do: 'cancel', because: 'remove' });
  });
});
