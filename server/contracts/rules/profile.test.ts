import { expect, it } from 'vitest';
import { telegramHandle } from './profile.ts';

it.each([
  ['ada_trades', 'ada_trades'],
  ['@ada_trades', 'ada_trades'],
  [' @ada_trades ', 'ada_trades'],
  ['t.me/ada_trades', 'ada_trades'],
  ['https://t.me/ada_trades', 'ada_trades'],
  ['http://telegram.me/ada_trades/', 'ada_trades'],
  ['https://t.me/@ada_trades?start=1', 'ada_trades'],
  ['www.t.me/ada_trades#me', 'ada_trades'],
  ['', ''],
  ['@', ''],
])('takes %j for %j', (typed, handle) => {
  expect(telegramHandle(typed)).toBe(handle);
});

it.each(['see t.me/ada_trades', 'ada@trades'])('makes no name of %j, which is none', (typed) => {
  expect(telegramHandle(typed)).not.toMatch(/^[\w ]*$/);
});
