import { Big } from 'big.js';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { previewBot } from '#contracts/bot-preview.ts';
import type { RoundsType } from '#contracts/bot-settings.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { type Draft, draftOfBot, draftWith, fieldOf, firstDraft, readDraft, type Subject } from './draft.ts';

const pair: Pair = {
  name: 'xrp_usdt',
  market: 'binance',
  simpleName: 'XRPUSDT',
  status: 'trading',
  haltedSince: null,
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  baseStepSize: new Big('0.1'),
  counterStepSize: new Big('0.0001'),
  minCounterQuantity: new Big(5),
  baseRound: 1,
  counterRound: 4,
  baseQuantityStep: new Big('0.1'),
  baseAmountDecimals: 4,
  counterAmountDecimals: 4,
};
const mainUid = '3f2b1c8e-2f5a-4a0e-9f49-1f1a5c0d7f11';
const of = (type: RoundsType): Subject => ({ type, market: 'binance', mainUid, pair });
const KNOWN = { price: new Big('0.523'), free: { base: new Big('10000.06'), counter: new Big('1000.019') } };
const TYPES: RoundsType[] = [
  'grid',
  'inverse-grid',
  'imbalance-grid',
  'trend-grid',
  'steps',
  'levels',
  'sell-buy-once',
  'buy-sell-once',
  'range',
  'averaging',
  'smart-money',
  'smart-money-turtle',
  'signal',
];

function sent(type: RoundsType, change: Draft = {}) {
  const read = readDraft(of(type), { ...firstDraft(of(type), KNOWN), ...change });
  if (!('request' in read)) throw new Error(JSON.stringify(read.faults));
  return { json: z.encode(previewBot.json, read.request), terms: read.terms };
}
const faults = (type: RoundsType, change: Draft) => {
  const read = readDraft(of(type), { ...firstDraft(of(type), KNOWN), ...change });
  return 'faults' in read ? read.faults : {};
};

describe('a new bot', () => {
  it('T-1 begins 8% around the market with 20 steps and a quarter of what is free', () => {
    expect(sent('grid').json).toEqual({
      type: 'grid',
      market: 'binance',
      symbolName: 'xrp_usdt',
      mainUid,
      stop: {},
      startAt: null,
      copyKeys: false,
      settings: {
        low: 0.4811,
        heldMirrors: 2,
        high: 0.5648,
        steps: 20,
        spacing: 'amount',
        size: 'amount',
        invest: 250,
        ownCoins: null,
      },
    });
  });

  it.each(TYPES)('%s is whole as it begins', (type) => {
    expect(sent(type).json.type).toBe(type);
  });

  it('T-6, T-8 have their own numbers and orders', () => {
    expect(sent('steps').json.settings).toMatchObject({ coins: 2500, steps: 5, up: 2, back: 2, counterEarning: true });
    expect(sent('sell-buy-once').json.settings).toMatchObject({ order: 'sell-buy', repeat: false });
    expect(sent('buy-sell-once').json.settings).toMatchObject({ order: 'buy-sell', repeat: false });
    expect(sent('range').json.settings).toMatchObject({ repeat: true, lowBorder: 0.4968, highBorder: 0.5491 });
    expect(sent('levels', { counterEarning: 'base', repeat: 'on', order: 'sell-buy' }).json.settings).toMatchObject({
      counterEarning: false,
      repeat: true,
      order: 'sell-buy',
      buy: 0.5125,
      sell: 0.5334,
    });
  });

  it('PB-5, PB-8 a bot that goes by bars begins with its defaults; what is empty of its exits is none', () => {
    expect(sent('smart-money', { takeProfit: '', amount: '' }).json.settings).toEqual({
      interval: '5m',
      factor: 2.5,
      mean: 48,
      look: 12,
      bars: 2,
      flow: 0.15,
      sellersClose: true,
      invest: 250,
      places: 1,
      amount: null,
      share: null,
      reinvest: true,
      entry: 'limit',
      valid: 3,
      takeProfit: null,
      stop: 2,
      trailing: null,
      withoutStop: false,
      coolDown: 300,
      dealsADay: 10,
      dailyLoss: 5,
    });
  });

  it('PB-9 a bot that enters on a breakout begins with bars of a day, 1% at risk and four units', () => {
    expect(sent('smart-money-turtle').json.settings).toEqual({
      interval: '1d',
      factor: 2.5,
      mean: 48,
      look: 12,
      bars: 2,
      flow: 0.15,
      sellersClose: true,
      invest: 250,
      risk: 1,
      units: 4,
      reinvest: true,
      coolDown: 86_400,
      dealsADay: 10,
      dailyLoss: 5,
    });
  });

  it('PB-6 rests for one bar of the chosen interval until another rest is typed', () => {
    const rest = (type: RoundsType, changes: Draft) => draftWith(firstDraft(of(type), KNOWN), changes)['coolDown'];
    expect([rest('smart-money', {}), rest('smart-money', { interval: '1h' })]).toEqual(['300', '3600']);
    expect(rest('smart-money-turtle', { interval: '4h' })).toBe('14400');
    expect(rest('smart-money', { coolDown: '60', interval: '1h' })).toBe('60');
    expect(rest('smart-money', { coolDown: '', interval: '1h' })).toBe('');
    expect(rest('averaging', {})).toBe('300');
  });

  it('PB-6 keeps a rest of a saved bot that is not one bar, whatever interval is chosen', () => {
    const saved = { ...firstDraft(of('smart-money'), KNOWN), coolDown: '60' };
    expect(draftWith(saved, { interval: '1h' })['coolDown']).toBe('60');
  });

  it('without a price or free money has empty fields, never zeros', () => {
    const draft = firstDraft(of('grid'), { price: null, free: null });
    expect([draft['low'], draft['high'], draft['invest'], draft['coins']]).toEqual(['', '', '', '']);
    const none = { base: new Big(0), counter: new Big('0.03') };
    expect(firstDraft(of('grid'), { ...KNOWN, free: none })['invest']).toBe('');
  });
});

describe('what is typed', () => {
  it('C-27 names what is missing at its field', () => {
    expect(faults('grid', { low: '', invest: '' })).toMatchObject({
      low: { text: 'Enter a lowest price' },
      invest: { text: 'Enter an amount' },
    });
    expect(faults('grid', { low: '0' })['low']?.text).toBe('Enter an amount above zero.');
    expect(Object.keys(faults('grid', { 'stop.below': '0' }))).toEqual(['stop.below']);
  });

  it('R-15 sends the stop conditions that are set, with their endings', () => {
    const at = new Date(2026, 10, 26, 12, 30).getTime();
    const stop = {
      'stop.below': '0.47',
      'endings.below': 'keep',
      'endings.above': 'sell',
      'stop.at': '2026-11-26T12:30',
    };
    expect(sent('grid', stop).json.stop).toEqual({ below: 0.47, at, endings: { below: 'keep' } });
  });

  it('is the same after it was saved and opened again', () => {
    const typed = { startAt: '0.51', copyKeys: 'on', 'stop.loss': '10', 'stop.at': '2026-11-26T12:30', until: '0.6' };
    for (const type of TYPES) {
      const first = sent(type, typed);
      const bot = { ...first.terms, name: 'Night' } as BotDetail;
      const again = readDraft(of(type), draftOfBot(bot));
      expect('request' in again && z.encode(previewBot.json, again.request)).toEqual(first.json);
    }
  });
});

it.each([
  ['settings.low', 'low'],
  ['stop.below', 'stop.below'],
  ['stop.endings.below', 'endings.below'],
  ['startAt', 'startAt'],
])('%s is the field %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});
