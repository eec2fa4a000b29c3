import { describe, expect, it } from 'vitest';
import { draftOf, emptyDraft, readLevels, roundResult } from './levels-draft.ts';

const typed = { ...emptyDraft, buy: '0.5', sell: '0.55', invest: '100' };
const levelsOf = (draft: typeof typed) => {
  const read = readLevels(draft);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.levels;
};

describe('the levels of a bot', () => {
  it('are parsed and formatted without loss', () => {
    expect(draftOf(levelsOf(typed))).toEqual(typed);
  });

  it('report each missing field', () => {
    expect(readLevels(emptyDraft)).toEqual({
      faults: {
        buy: 'Enter a price to buy at',
        sell: 'Enter a price to sell at',
        invest: 'Enter the amount of a round',
      },
    });
    expect(readLevels({ ...typed, invest: '0' })).toEqual({ faults: { invest: 'Enter the amount of a round' } });
  });

  it('must sell above the buy price', () => {
    expect(readLevels({ ...typed, sell: '0.5' })).toEqual({ faults: { sell: 'Must be above the price to buy at' } });
  });
});

describe('a round', () => {
  it.each([
    // Buys 200, receives 199.8, sells for 109.89 and receives 109.78011.
    ['buy-sell', true, '9.78011'],
    // Selling 182.00018201 of the 199.8 returns the 100 USDT.
    ['buy-sell', false, '17.79981799'],
  ] as const)('%s earning counter currency %s leaves %s after fees', (order, counterEarning, result) => {
    expect(roundResult(levelsOf({ ...typed, order, counterEarning })).toFixed()).toBe(result);
  });

  it('earns in either order', () => {
    for (const counterEarning of [true, false])
      expect(roundResult(levelsOf({ ...typed, order: 'sell-buy', counterEarning })).gt(0)).toBe(true);
  });
});
