import { expect, it } from 'vitest';
import type { FiringDelivery } from '#contracts/firings.ts';
import { channelText, delay, deliveryText } from './delivery-text.ts';

const since = 1_800_000_000_000;
const words = (delivery: Partial<FiringDelivery>) =>
  deliveryText(
    { channel: 'push', device: null, state: 'sent', attempts: 1, at: since, reason: null, ...delivery },
    since,
  );

it('shows the outcome of a delivery', () => {
  expect(words({ at: since + 210 })).toBe('accepted +210 ms');
  expect(words({ at: since + 61_000, attempts: 3 })).toBe('accepted +1 min, attempt 3');
  expect(words({ state: 'waiting', attempts: 0 })).toBe('on its way');
  expect(words({ state: 'waiting', attempts: 2, reason: 'The service answered 500.' })).toMatch(
    /^failed at attempt 2, retrying at .*\. The service answered 500\.$/,
  );
  expect(words({ state: 'held' })).toMatch(/^held until .*: quiet hours$/);
  expect(words({ state: 'gone', reason: 'Telegram is no longer linked.' })).toBe(
    'the recipient no longer exists. Telegram is no longer linked.',
  );
  expect(words({ state: 'expired' })).toBe('expired');
  expect(words({ state: 'failed', reason: 'The service answered 403.' })).toBe('refused. The service answered 403.');
});

it.each([
  [0, '+0 ms'],
  [-38, '−38 ms'],
  [999, '+999 ms'],
  [1_234, '+1.2 s'],
  [180_000, '+3 min'],
])('writes %d ms as %s', (ms, text) => expect(delay(since, since + ms)).toBe(text));

it('names the channel, and the device if there is one', () => {
  expect(channelText({ channel: 'push', device: 'Chrome on Android' })).toBe('Push to Chrome on Android');
  expect(channelText({ channel: 'mail', device: null })).toBe('E-mail');
});
