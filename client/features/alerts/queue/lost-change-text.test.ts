import { expect, it } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { lostChangeText, replacedChangeText } from './lost-change-text.ts';

const alert = { symbol: 'xrp_usdt', executed: false, active: true } as Alert;

it('V-20 a lost change names what was not saved', () => {
  expect(lostChangeText(alert, [])).toBeNull();
  expect(lostChangeText(alert)).toBeNull();
  expect(lostChangeText(alert, ['price', 'comment', 'favorite'])).toBe(
    'A newer change of the alert for XRP/USDT was made on another device. Yours was not saved: price, comment, and star.',
  );
  expect(lostChangeText({ ...alert, executed: true, active: false }, ['active'])).toBe(
    'The alert for XRP/USDT fired after you switched it on, so it stays off.',
  );
  expect(replacedChangeText('XRP_USDT', ['active'])).toMatch(/replaced this: ON\/OFF switch\.$/);
});
