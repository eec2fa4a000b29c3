import { describe, expect, it } from 'vitest';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { namedPrices, resultPrices, type StopConditions, stopMet } from './stop-conditions.ts';

const NOW = 1_000_000;
const none: StopConditions = { below: null, above: null, gain: null, loss: null, at: null };
/** Given 400: 200 coins and 300 of money are worth 400 at 0.5. */
const value = { given: { base: big(0), counter: big(400) }, owned: { base: big(200), counter: big(300) } };
type Facts = Parameters<typeof stopMet>[1];
const met = (conditions: Partial<StopConditions>, facts: Partial<Facts> = {}) => {
  const found = stopMet(
    { ...none, ...conditions },
    { ...value, traded: null, seen: null, last: big('0.5'), now: NOW, ...facts },
  );
  return (
    found &&
    [found.reason, found.price?.toFixed() ?? null, found.late ? 'late' : 'now', found.isBack ? 'back' : 'there'].join(
      ' ',
    )
  );
};
const range = (low: string, high: string) => {
  const of = { low: big(low), high: big(high) };
  return { traded: of, seen: of };
};
/** Found after a gap. */
const gap = (low: string, high: string) => ({ ...range(low, high), traded: null });

describe('R-15 what stops a run', () => {
  it.each<[Partial<StopConditions>, string | null]>([
    [{ below: big('0.47') }, 'below 0.47 now there'],
    [{ below: big('0.4699') }, null],
    [{ above: big('0.56') }, 'above 0.56 now there'],
    [{ above: big('0.5601') }, null],
    [{ below: big('0.48'), above: big('0.55') }, 'below 0.47 now there'],
    [{ at: NOW }, 'at  now there'],
    [{ at: NOW + 1 }, null],
    // Worth 394 at 0.47 and 412 at 0.56.
    [{ loss: big('0.015') }, 'loss 0.47 now there'],
    [{ loss: big('0.0151') }, null],
    [{ gain: big('0.03') }, 'gain 0.56 now there'],
    [{ gain: big('0.0301') }, null],
    [{}, null],
  ])('traded from 0.47 to 0.56, %o: %s', (conditions, said) => {
    expect(met(conditions, range('0.47', '0.56'))).toBe(said);
  });

  it('the last price counts where nothing was traded since', () => {
    expect(met({ below: big('0.5') })).toBe('below 0.5 now there');
    expect(met({ above: big('0.5') })).toBe('above 0.5 now there');
    expect(met({ below: big('0.4999'), above: big('0.5001') })).toBeNull();
    expect(met({ gain: big(0) })).toBe('gain 0.5 now there');
    expect(met({ below: big(9), above: big('0.1'), gain: big(0), loss: big(0) }, { last: null })).toBeNull();
  });

  it('found after a gap: it stops where the market is still beyond, and asks where it has come back', () => {
    const missed = gap('0.4655', '0.5');
    expect(met({ below: big('0.47') }, { ...missed, last: big('0.47') })).toBe('below 0.47 late there');
    expect(met({ below: big('0.47') }, { ...missed, last: big('0.481') })).toBe('below 0.4655 late back');
    expect(met({ above: big('0.55') }, { ...gap('0.5', '0.56'), last: big('0.54') })).toBe('above 0.56 late back');
    const both = { seen: { low: big('0.46'), high: big('0.5') }, traded: { low: big('0.47'), high: big('0.48') } };
    expect(met({ below: big('0.47') }, both)).toBe('below 0.47 now there');
    expect(met({ below: big('0.469') }, both)).toBe('below 0.46 late back');
    // What it owned at that moment is not known.
    expect(met({ loss: big('0.01') }, { ...missed, last: big('0.5') })).toBeNull();
    expect(met({ gain: big('0.001') }, { ...gap('0.5', '0.56'), last: big('0.5') })).toBeNull();
  });

  it('a run that was given coins compares in either currency alike', () => {
    const given = { base: big(800), counter: big(0) };
    const owned = { base: big(400), counter: big('208.9908') };
    // 400 coins and 208.9908 are 840 coins at 0.4749790909…
    const at = (last: string) => met({ gain: big('0.05') }, { given, owned, last: big(last) });
    expect([at('0.4749'), at('0.475')]).toEqual(['gain 0.4749 now there', null]);
  });
});

describe('R-15 prices that are watched for a run', () => {
  const lines = (of: ReturnType<typeof resultPrices>) =>
    of.map(({ price, above }) => `${above ? 'above' : 'below'} ${price.toFixed()}`);
  it('those of its owner', () => {
    expect(lines(namedPrices({ below: big('0.47'), above: big('0.56') }))).toEqual(['below 0.47', 'above 0.56']);
    expect(lines(namedPrices({ below: null, above: null }))).toEqual([]);
  });

  it('those at which its total reaches the gain or the loss, with what it owns now', () => {
    expect(lines(resultPrices({ gain: big('0.03'), loss: big('0.015') }, value))).toEqual(['above 0.56', 'below 0.47']);
    const given = { base: big(800), counter: big(0) };
    const owned = { base: big(400), counter: big('208.9908') };
    // Earning the coin it gains where the price falls; a loss lies the other way.
    expect(lines(resultPrices({ gain: big('0.05'), loss: big('0.05') }, { given, owned }))).toEqual(
      ['below 0.474979090910', 'above 0.580530000000'].map((line) => line.replace(/0+$/, '')),
    );
  });

  it('none where no price reaches it', () => {
    expect(resultPrices({ gain: null, loss: null }, value)).toEqual([]);
    const money = { given: value.given, owned: { base: big(0), counter: big(399) } };
    expect(resultPrices({ gain: big('0.1'), loss: big('0.1') }, money)).toEqual([]);
    const rich = { given: value.given, owned: { base: big(1), counter: big(500) } };
    expect(lines(resultPrices({ gain: null, loss: big('0.1') }, rich))).toEqual([]);
  });

  it('each of them meets the condition, and nothing does just before it', () => {
    const third = { given: value.given, owned: { base: big(3), counter: big(400) } };
    const [gain] = resultPrices({ gain: big('0.01'), loss: null }, third);
    expect(gain?.price.toFixed()).toBe('1.333333333333');
    expect(met({ gain: big('0.01') }, { ...third, last: big('1.333333333334') })).toMatch(/^gain/);
    expect(met({ gain: big('0.01') }, { ...third, last: big('1.333333333333') })).toBeNull();
  });
});
