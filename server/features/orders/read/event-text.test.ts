import { describe, expect, it } from 'vitest';
import { eventIds, eventText } from './event-text.ts';

const TERMS = { base: 'XRP', priceDecimals: 4, isAutomatic: false };

describe('the sentences of a block’s story', () => {
  it('G-17 keeps the ids out of the story, for the technical details', () => {
    expect(eventIds({ leg: 'entry', clientOrderId: 'TD01abc', exchangeOrderId: '7' })).toBe(
      'order TD01abc, exchange order 7',
    );
    expect(eventIds({ leg: 'entry' })).toBeNull();
  });

  it.each([
    [
      'order-written',
      { leg: 'entry', side: 'buy', price: '0.5196', quantity: '192.4', clientOrderId: 'TD01abc' },
      'Order sent: buy 192.4 XRP at 0.5196.',
    ],
    [
      'order-written',
      {
        leg: 'stop-loss',
        side: 'sell',
        type: 'stop',
        price: '0',
        stopPrice: '0.494',
        quantity: '192.1',
        clientOrderId: 'TD1',
      },
      'Stop loss sent: sell 192.1 XRP once the price is 0.4940.',
    ],
    [
      'order-written',
      { leg: 'close', side: 'sell', price: null, quantity: 5 },
      'Closing order sent: sell 5 XRP at market.',
    ],
    ['order-refused', { leg: 'entry', code: -1013, sentence: 'Too small.' }, 'The entry was refused: Too small.'],
    [
      'order-lost',
      { leg: 'entry', reason: 'time-out' },
      "The exchange's answer about the entry was lost (time-out). It is being looked up and is not sent again.",
    ],
    ['order-found', { leg: 'entry', state: 'partly-filled' }, 'The entry is partly filled on the exchange.'],
    [
      'order-filled',
      { leg: 'take-profit', price: '0.546', quantity: '192.1', commission: '1e-7', commissionAsset: 'BNB' },
      'The take profit filled 192.1 XRP at 0.5460, for a fee of 0.0000001 BNB.',
    ],
    [
      'cancel-asked',
      { legs: ['take-profit', 'stop-loss'], because: 'close' },
      'Asked the exchange to cancel take profit and stop loss: close.',
    ],
    ['cancel-refused', { sentence: 'Unknown order sent.' }, 'The exchange did not cancel it: Unknown order sent.'],
    ['wish', { takeProfit: null, stopLoss: null, ending: 'close' }, 'You asked to close it at market.'],
    ['wish', { takeProfit: null, stopLoss: null, ending: 'none' }, 'You set no targets.'],
    ['wish', { ending: 'remove' }, 'You canceled the unfilled part of the entry.'],
    [
      'wish',
      { takeProfit: '0.60', stopLoss: '0.4', ending: 'remove' },
      'You canceled the unfilled part of the entry. You set take profit 0.6000 and stop loss 0.4000.',
    ],
    [
      'order-refused',
      { leg: 'take-profit', reason: 'It would trigger at once.' },
      'The take profit was refused: It would trigger at once.',
    ],
    [
      'skipped',
      { code: 'SKIP_BELOW_MIN', sentence: 'Below the least order' },
      'It was skipped: Below the least order.',
    ],
    [
      'interference',
      { kind: 'order-cancelled', leg: 'take-profit' },
      'The take profit was canceled on the exchange directly. Adopt it or release it.',
    ],
    ['adopted', {}, 'What was done on the exchange was adopted.'],
    ['ended', { how: 'take-profit' }, 'It ended: its take profit was filled.'],
    ['something-new', null, 'Something new.'],
  ])('tells %s of %j', (kind, details, sentence) => {
    expect(eventText(kind, details, TERMS)).toBe(sentence);
  });

  it.each([
    [{ takeProfit: '0.6', stopLoss: null, ending: 'none' }, 'Targets set: take profit 0.6000.'],
    [{ takeProfit: null, stopLoss: null, ending: 'none' }, 'No targets set.'],
    [{ ending: 'remove' }, 'The unfilled part of the entry is to be canceled.'],
    [{ ending: 'close' }, 'It is to be closed at market.'],
  ])('do not say of a block of a bot or a signal that its owner wanted it: %j', (details, sentence) => {
    expect(eventText('wish', details, { ...TERMS, isAutomatic: true })).toBe(sentence);
  });
});
