import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type Measure, switchedText } from '../../typed-price.ts';
import { evenShares, planParts, type PlanDraft, sharesOf } from './plan-draft.ts';

const rows = (...of: [price: string, share: string][]): PlanDraft['rows'] =>
  of.map(([price, share]) => ({ price, share }));
const texts = (shares: Big[] | null) => shares?.map((share) => share.toFixed()) ?? null;
const THREE = rows(['0.546', '50'], ['0.56', '30'], ['0.58', '']);

describe('U-8 shares', () => {
  it('always sum to 100: the last takes what is left', () => {
    expect(texts(sharesOf(THREE))).toEqual(['50', '30', '20']);
    expect(texts(sharesOf(rows(['0.546', ''])))).toEqual(['100']);
    expect(texts(sharesOf([]))).toEqual([]);
  });

  it.each([
    [rows(['1', '100'], ['2', ''])],
    [rows(['1', '60'], ['2', '50'], ['3', ''])],
    [rows(['1', ''], ['2', ''])],
    [rows(['1', '0'], ['2', ''])],
    [rows(['1', 'x'], ['2', ''])],
  ])('%j leave nothing for the last, or one has none', (of) => expect(sharesOf(of)).toBeNull());

  it('shared evenly they are whole percent', () => {
    expect(evenShares(3)).toEqual(['33', '33', '33']);
    const [first = '', second = '', third = ''] = evenShares(3);
    expect(texts(sharesOf(rows(['1', first], ['2', second], ['3', third])))).toEqual(['33', '33', '34']);
  });
});

const DRAFT: PlanDraft = {
  rows: THREE,
  stop: '0.494',
  moves: 'stays',
  distance: '',
  close: '',
  interval: '15m',
  hours: '',
  onlyInProfit: false,
};

const FROM = { side: 'buy', entry: new Big('0.52'), tick: new Big('0.0001') } as const;

describe('U-8 a plan in percent of its entry', () => {
  const asked = (more: Partial<PlanDraft>, from: Measure = FROM) => {
    const parts = planParts({ ...DRAFT, ...more }, from);
    return parts && [...parts.takeProfits.map(({ price }) => price.toFixed()), parts.stopLoss?.price.toFixed()];
  };
  const percent = { rows: rows(['5%', '50'], ['8.5%', '']), stop: '3%' };

  it('is its prices: a take profit earns at least that share, a stop loses at most that', () => {
    expect(asked(percent)).toEqual(['0.546', '0.5642', '0.5044']);
    expect(asked({ ...percent, rows: rows(['5%', '50'], ['0.57', '']) })).toEqual(['0.546', '0.57', '0.5044']);
    const sale = { ...FROM, side: 'sell' } as const;
    expect(asked(percent, sale)).toEqual(['0.494', '0.4758', '0.5356']);
    expect(asked({ ...percent, moves: 'closing', close: '2%', stop: '4%' })?.at(-1)).toBe('0.4992');
    expect(
      planParts({ ...DRAFT, ...percent, moves: 'closing', close: '2%' }, FROM)?.stopLoss?.closing?.price.toFixed(),
    ).toBe('0.5096');
  });

  it('is not asked for before it can be measured, or while it is empty; without a stop it has none', () => {
    expect(asked(percent, { ...FROM, entry: null })).toBeNull();
    expect(asked({ ...percent, stop: '%' })).toEqual(['0.546', '0.5642', undefined]);
    expect(asked({ ...percent, rows: rows(['%', '']) })).toBeNull();
    expect(asked({ ...percent, stop: '100%' })).toBeNull();
  });

  it('is switched between the two units', () => {
    const of = { ...FROM, decimals: 4 };
    expect(['0.546', '5%', '', '%', 'x'].map((text) => switchedText('takeProfit', text, of))).toEqual([
      '5%',
      '0.5460',
      '%',
      '',
      '%',
    ]);
    expect(switchedText('stopLoss', '0.5044', of)).toBe('3%');
  });
});

describe('U-8 a plan as typed', () => {
  const parts = (more: Partial<PlanDraft> = {}) => planParts({ ...DRAFT, ...more }, FROM);

  it('asks for fractions, and for a stop that moves', () => {
    expect(JSON.parse(JSON.stringify(parts({ moves: 'break-even' })))).toEqual({
      takeProfits: [
        { price: '0.546', share: '0.5' },
        { price: '0.56', share: '0.3' },
        { price: '0.58', share: '0.2' },
      ],
      stopLoss: { price: '0.494', after: { to: 'break-even', target: 1 }, trailing: null, closing: null },
      time: null,
    });
    expect(parts({ moves: 'previous-target' })?.stopLoss?.after).toEqual({ to: 'previous-target' });
    expect(parts()?.stopLoss?.after).toBeNull();
  });

  it('EX-7 asks for a stop that follows by a percentage, with any number of take profits; not before one is typed', () => {
    const follows = parts({ rows: [], moves: 'follows', distance: '3' });
    expect(JSON.parse(JSON.stringify(follows?.stopLoss))).toEqual({
      price: '0.494',
      after: null,
      trailing: { percent: '3' },
      closing: null,
    });
    expect(parts({ moves: 'follows', distance: '2.5' })?.stopLoss?.trailing?.percent.toFixed()).toBe('2.5');
    expect(parts({ moves: 'follows' })).toBeNull();
    expect(parts({ moves: 'follows', distance: '0' })).toBeNull();
    expect(parts({ moves: 'stays', distance: '3' })?.stopLoss?.trailing).toBeNull();
    expect(parts({ moves: 'follows', stop: '' })?.stopLoss).toBeNull();
  });

  it('EX-11 asks for a stop by the close of a candle, with its emergency stop', () => {
    const closing = parts({ rows: [], moves: 'closing', close: '0.5', interval: '1h' });
    expect(JSON.parse(JSON.stringify(closing?.stopLoss))).toEqual({
      price: '0.494',
      after: null,
      trailing: null,
      closing: { price: '0.5', interval: '1h' },
    });
    expect(parts({ moves: 'closing' })).toBeNull();
    expect(parts({ moves: 'closing', close: '0.5', stop: '' })?.stopLoss).toBeNull();
  });

  it('EX-10 asks for a time after the fill, in hours', () => {
    expect(parts({ hours: '1.5', onlyInProfit: true })?.time).toEqual({ after: 5_400_000, onlyInProfit: true });
    expect([parts()?.time, parts({ hours: '0' }), parts({ hours: '.' })]).toEqual([null, null, null]);
  });

  it('a stop alone, or one take profit, moves after nothing', () => {
    const alone = parts({ rows: [], moves: 'break-even' });
    expect([alone?.takeProfits, alone?.stopLoss?.after]).toEqual([[], null]);
    expect(parts({ rows: rows(['0.546', '']), moves: 'break-even' })?.stopLoss?.after).toBeNull();
    expect(parts({ stop: '' })?.stopLoss).toBeNull();
  });

  it.each([
    [{ rows: rows(['', '']), stop: '' }],
    [{ rows: [], stop: '' }],
    [{ stop: '0' }],
    [{ stop: '.' }],
    [{ rows: rows(['0.546', '100'], ['0.56', '']) }],
  ])('%j asks for nothing yet', (more) => expect(parts(more)).toBeNull());
});
