import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { BotLevel, BotRun } from '#contracts/bot-run.ts';
import { dealLines, decimalsOf, levelText, runLines } from './decimals.ts';

const level = (side: 'buy' | 'sell', [buyPrice, sellPrice]: [string, string], resting = true): BotLevel => ({
  number: 1,
  buyPrice: new Big(buyPrice),
  sellPrice: new Big(sellPrice),
  stopPrice: null,
  side,
  quantity: new Big('96.9'),
  held: new Big(0),
  rounds: 0,
  earned: new Big(0),
  resting,
  idle: null,
  asksOwner: false,
});
const OF = { price: 4, base: 1 };
const LEVELS = [level('buy', ['0.48', '0.49']), level('sell', ['0.49', '0.5']), level('sell', ['0.5', '0.51'], false)];

it('U-5 each line is drawn once, with the order that rests on it or as empty', () => {
  expect(runLines(LEVELS, OF).map(({ side, text }) => [side, text])).toEqual([
    ['buy', '0.4800 buys 96.9'],
    [null, '0.4900 empty'],
    ['sell', '0.5000 sells 96.9'],
    [null, '0.5100 empty'],
  ]);
});

it('T-6 a line of one step alone says that it buys back later', () => {
  const steps = [level('sell', ['0.5254', '0.5335']), level('buy', ['0.5358', '0.544'])];
  expect(runLines(steps, OF).map(({ side, text }) => [side, text])).toEqual([
    [null, '0.5254 then buys'],
    ['sell', '0.5335 sells 96.9'],
    ['buy', '0.5358 buys 96.9'],
    [null, '0.5440 then sells'],
  ]);
});

it('U-5 a level that rests nothing promises no order: its round is done, or it was left out or given up', () => {
  expect(runLines([level('buy', ['0.5', '0.54'], false)], OF).map(({ side, text }) => [side, text])).toEqual([
    [null, '0.5000 empty'],
    [null, '0.5400 empty'],
  ]);
});

it('of a deal only what rests is a line', () => {
  expect(dealLines(LEVELS, OF).map(({ side, text }) => [side, text])).toEqual([
    ['buy', '0.4800 buys 96.9'],
    ['sell', '0.5000 sells 96.9'],
  ]);
});

it('U-5 the stop of a deal is a line of its own once it holds coins', () => {
  const bought = { ...level('sell', ['0.48', '0.5']), held: new Big('96.9'), stopPrice: new Big('0.46') };
  const waiting = { ...level('buy', ['0.48', '0.5']), stopPrice: new Big('0.45') };
  expect(dealLines([bought, waiting], OF)).toContainEqual({ price: 0.46, side: 'sell', text: '0.4600 stop' });
  expect(dealLines([waiting], OF).map(({ text }) => text)).toEqual(['0.4800 buys 96.9']);
});

it('a level is said with the price of the side that it waits for', () => {
  expect(LEVELS.map((one) => levelText(one, OF))).toEqual([
    'buys 96.9 at 0.4800',
    'sells 96.9 at 0.5000',
    'sells 96.9 at 0.5100',
  ]);
});

it('without the pair there are decimals enough for what is shown', () => {
  expect(decimalsOf(undefined, [{ levels: LEVELS } as BotRun])).toEqual({ price: 2, base: 1 });
  expect(decimalsOf(undefined, [{ levels: [level('buy', ['0.00012', '1000'])] } as BotRun]).price).toBe(5);
  expect(decimalsOf(undefined, [])).toEqual({ price: 2, base: 0 });
});
