import { expect, it } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { lostWords, replacedWords } from './lost-words.ts';

const alert = { symbol: 'xrp_usdt', executed: false, active: true } as Alert;

it('V-20 whose change lost is told what was not saved', () => {
  expect(lostWords(alert, [])).toBeNull();
  expect(lostWords(alert)).toBeNull();
  expect(lostWords(alert, ['price', 'comment', 'favorite'])).toBe(
    'A newer change of the alert for XRP/USDT was made on another device. Yours was not saved: price, comment, and star.',
  );
  expect(lostWords({ ...alert, executed: true, active: false }, ['active'])).toBe(
    'The alert for XRP/USDT fired after you switched it on, so it stays off.',
  );
  expect(replacedWords('XRP_USDT', ['active'])).toMatch(/replaced this: ON\/OFF switch\.$/);
});
