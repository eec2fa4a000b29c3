import { AuditKind, type AuditDetails } from '#contracts/audit.ts';
import { describe, expect, it } from 'vitest';
import { eventText } from './event-text.ts';

const textOf = (kind: AuditKind, details: AuditDetails = {}) => {
  const { title, facts } = eventText({ seq: 1, kind, details, at: 1 });
  return [title, ...facts].join(' · ');
};
const WHERE = { device: 'Chrome on Linux', address: '127.0.0.1' };

describe('an event in words', () => {
  it.each<[AuditKind, AuditDetails, string]>([
    ['signed-in', { ...WHERE, way: 'password', newDevice: false }, 'Signed in · Chrome on Linux · 127.0.0.1'],
    [
      'signed-in',
      { ...WHERE, way: 'passkey', newDevice: true },
      'Signed in · with a passkey · new device · Chrome on Linux · 127.0.0.1',
    ],
    ['sign-in-refused', { ...WHERE, reason: 'code' }, 'Sign-in refused · wrong code · Chrome on Linux · 127.0.0.1'],
    ['key-added', { name: 'Main', market: 'binance', key: 'abcd…wxyz' }, 'API key “Main” added · BINANCE'],
    [
      'key-changed',
      { uid: 'x', multiplier: '1.5', ceiling: '200', fixed: null },
      'API key changed · copies × 1.5, at most 200 USDT',
    ],
    ['key-changed', { uid: 'x', inProcess: false }, 'API key changed · copying switched off'],
    [
      'order-placed',
      { pair: 'XRP/USDT', side: 'sell', price: '0.5', total: '100', takeProfit: '0.4', stopLoss: null, unsure: false },
      'Order placed · Sell XRP/USDT for 100 USDT at 0.5 · take profit 0.4',
    ],
    [
      'order-placed',
      {
        pair: 'BTC/USDT',
        side: 'buy',
        price: '59576.08',
        total: '1254',
        takeProfit: '76221.4',
        stopLoss: '0.00001234',
      },
      'Order placed · Buy BTC/USDT for 1,254 USDT at 59,576.08 · take profit 76,221.4, stop loss 0.00001234',
    ],
    [
      'order-changed',
      { pair: 'BTC/USDT', side: 'buy', price: '59576.08' },
      'Order changed · Buy BTC/USDT · price 59,576.08',
    ],
    [
      'limits-changed',
      { perOrder: '25000', perDay: '100000' },
      'Order limits changed · 25,000 USDT an order, 100,000 USDT a day',
    ],
    [
      'targets-changed',
      { pair: 'XRP/USDT', side: 'buy', takeProfit: null, stopLoss: null },
      'Targets changed · Buy XRP/USDT · none',
    ],
    ['telegram-unlinked', { reason: 'blocked' }, 'Telegram unlinked · Telegram says that the bot was blocked'],
    ['trading-off', { by: 'operator' }, 'Trading stopped · by the operator'],
  ])('%s', (kind, details, words) => expect(textOf(kind, details)).toBe(words));

  it('exists for each kind, even without details', () => {
    for (const kind of AuditKind.options) expect(textOf(kind)).toMatch(/^\p{Lu}[^_]+$/u);
  });
});
