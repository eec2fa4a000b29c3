import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { BotDetail } from '#contracts/bots.ts';
import { limitFields, limitsChange, limitsDraft } from './limits-draft.ts';

const settings = { lowBorder: new Big('0.47'), highBorder: new Big('0.57'), until: null };
const bot = (type: string, stop: BotDetail['stop'] = {}) =>
  ({ plan: { type, settings }, stop }) as unknown as Pick<BotDetail, 'plan' | 'stop'>;

describe('C-20 what may change while a bot runs', () => {
  it('C-20: stops for each type, borders of a range, the end of a trend grid', () => {
    const names = (type: string) => limitFields(bot(type)).map(({ name }) => name);
    expect(names('grid')).toEqual(['below', 'above', 'gain', 'loss']);
    expect(names('range').slice(4)).toEqual(['low', 'high']);
    expect(names('trend-grid').slice(4)).toEqual(['until']);
  });

  it('C-20: only what differs is sent; the time and the endings of its stop stay', () => {
    const of = bot('grid', { below: new Big('0.46'), at: 5, endings: { below: 'keep' } });
    const draft = limitsDraft(of);
    expect(draft).toMatchObject({ below: '0.46', above: '' });
    expect(limitsChange(of, draft)).toBeNull();
    const change = limitsChange(of, { ...draft, above: '0.6' });
    expect(change).toEqual({
      stop: {
        below: new Big('0.46'),
        above: new Big('0.6'),
        gain: null,
        loss: null,
        at: 5,
        endings: { below: 'keep' },
      },
    });
  });

  it('C-20: both borders together, and an end that is taken away', () => {
    const range = bot('range');
    const draft = limitsDraft(range);
    expect(limitsChange(range, { ...draft, low: '0.45' })).toEqual({
      borders: { low: new Big('0.45'), high: new Big('0.57') },
    });
    expect(limitsChange(range, { ...draft, low: '' })).toBeNull();
    const trend = bot('trend-grid');
    expect(limitsChange(trend, { ...limitsDraft(trend), until: '0.7' })).toEqual({ until: new Big('0.7') });
  });
});
