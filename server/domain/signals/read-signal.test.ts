import { describe, expect, it } from 'vitest';
import { webhookInSame } from '../../../tests/worked-examples/webhooks.ts';
import { canonicalText, readBody, tokenIn, withoutSecrets } from './read-body.ts';
import { readSignal } from './read-signal.ts';
import type { Signal } from './signal.ts';

const AT = '2026-11-22T18:00:00Z';
const TIME = Date.UTC(2026, 10, 22, 18);

function signalOf(body: Record<string, unknown>): Signal {
  const read = readSignal(body);
  if ('fault' in read) throw new Error(read.fault);
  return read.signal;
}
function faultOf(body: Record<string, unknown>): string | null {
  const read = readSignal(body);
  return 'fault' in read ? read.fault : null;
}
const bodyFault = (text: string): string | null => {
  const read = readBody(text);
  return 'fault' in read ? read.fault : null;
};

describe('W-2: one JSON object', () => {
  it.each(['buy XRPUSDT', '', '[1]', '"buy"', '42', 'null', '{"action":', '{{strategy.order.action}}'])(
    'W-2 %s is no signal',
    (text) => {
      expect(bodyFault(text)).toBe('Not JSON. In TradingView, paste the message from this page.');
    },
  );

  it('W-2 eight levels are read, nine and a thousand are not', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(bodyFault(nested(8))).toBeNull();
    expect(bodyFault(nested(9))).toBe('A signal is nested at most 8 levels deep.');
    expect(bodyFault(nested(1000))).toBe('A signal is nested at most 8 levels deep.');
  });

  it.each(['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\udc00":1}'])('W-2 %s cannot be stored', (text) => {
    expect(bodyFault(text)).toBe('A signal contains a character that cannot be stored.');
  });

  it('W-5: bodies that say the same are one text (webhook-in-same)', () => {
    for (const text of webhookInSame.in.bodies) {
      const read = readBody(text);
      expect('body' in read && canonicalText(read.body)).toBe(webhookInSame.out.canonical);
    }
    expect(canonicalText({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  it('W-13: secrets are cut out, and W-3 a token may come with them', () => {
    const body = { secret: 's', api_key: 'k', api_secret: 't', ticker: 'XRPUSDT' };
    expect(withoutSecrets(body)).toEqual({ secret: '[cut]', api_key: '[cut]', api_secret: '[cut]', ticker: 'XRPUSDT' });
    expect([tokenIn({ secret: 's' }), tokenIn({ api_secret: 't' }), tokenIn({}), tokenIn({ secret: 1 })]).toEqual([
      's',
      't',
      null,
      null,
    ]);
  });
});

describe('W-8: formats by their fields', () => {
  it('W-8 native: as named', () => {
    const signal = signalOf({
      id: 'one',
      time: AT,
      action: 'Open',
      pair: 'xrp_usdt',
      price: 0.52,
      amount: '50.5',
      takeProfits: ['0.6', 0.7],
      stopLoss: 0.4,
      share: 0.5,
    });
    expect(signal).toMatchObject({
      format: 'native',
      id: 'one',
      time: TIME,
      ask: { by: 'action', action: 'open' },
      pair: 'xrp_usdt',
    });
    expect([signal.price, signal.amount, signal.stopLoss, signal.share].map((one) => one?.toFixed())).toEqual([
      '0.52',
      '50.5',
      '0.4',
      '0.5',
    ]);
    expect(signal.takeProfits.map((one) => one.toFixed())).toEqual(['0.6', '0.7']);
  });

  it.each(['bot start', 'bot_start', 'bot-start', 'BOT START'])('W-8 native: %s needs no pair', (action) => {
    expect(signalOf({ action }).ask).toEqual({ by: 'action', action: 'bot-start' });
  });

  it('W-8 native: unknown fields are 400', () => {
    expect(faultOf({ action: 'open', pair: 'XRPUSDT', leverage: 5 })).toMatch(/^There is no field named leverage\./);
  });

  it.each([
    [{ action: 'open' }, 'pair: this is missing.'],
    [{ action: 'open', pair: 5 }, 'pair: send a text.'],
    [{ action: 'open', pair: 'XRPUSDT', amount: -1 }, 'amount: send a number above zero.'],
    [{ action: 'open', pair: 'XRPUSDT', amount: 0 }, 'amount: send a number above zero.'],
    [{ action: 'open', pair: 'XRPUSDT', amount: 'NaN' }, 'amount: send a number above zero.'],
    [{ action: 'open', pair: 'XRPUSDT', amount: 1e13 }, 'amount: send a number above zero.'],
    [{ action: 'open', pair: 'XRPUSDT', amount: { $gt: 1 } }, 'amount: send a number above zero.'],
    [{ action: 'reduce', pair: 'XRPUSDT', share: 1.01 }, 'share: send a fraction of up to 1; 0.5 is half.'],
    [{ action: 'targets', pair: 'XRPUSDT', takeProfits: 0.6 }, 'takeProfits: send a list of up to 10 prices.'],
    [{ action: 'open', pair: 'XRPUSDT', time: 1_763_834_400_000 }, 'time: send a time such as 2026-11-22T18:00:00Z.'],
    [{ action: 'open', pair: 'XRPUSDT', time: '{{timenow}}' }, 'time: send a time such as 2026-11-22T18:00:00Z.'],
    [{ action: 'open', pair: 'XRPUSDT', time: '2026-11-22' }, 'time: send a time such as 2026-11-22T18:00:00Z.'],
    [{ action: 'sell all', pair: 'XRPUSDT' }, /^action: choose one of: open, add, /],
    [{ hello: 'world' }, /^This is no format that is known here\./],
    [{}, /^This is no format that is known here\./],
  ])('W-8 %j is not read', (body, sentence) => {
    const fault = faultOf(body);
    if (sentence instanceof RegExp) expect(fault).toMatch(sentence);
    else expect(fault).toBe(sentence);
  });

  it('W-8 TradingView: a strategy with its positions', () => {
    const signal = signalOf({
      action: 'buy',
      ticker: 'XRPUSDT',
      exchange: 'BINANCE',
      timenow: AT,
      marketPosition: 'long',
      prevMarketPosition: 'flat',
      contracts: '96',
      price: 'NaN',
      anything: 'else',
    });
    expect(signal).toMatchObject({
      format: 'tradingview',
      time: TIME,
      ask: { by: 'trade', side: 'buy', after: 'long', before: 'flat' },
      pair: 'XRPUSDT',
      exchange: 'binance',
      amount: null,
    });
    expect(signalOf({ action: 'sell', ticker: 'KRAKEN:XRPUSDT' }).exchange).toBe('kraken');
    expect(faultOf({ action: 'buy', ticker: 'XRPUSDT', marketPosition: 'up' })).toBe(
      'marketPosition: choose one of: flat, long, short.',
    );
  });

  it('W-8 3Commas: with its alias, its lag and its amount', () => {
    const body = {
      secret: 's',
      max_lag: '30',
      timestamp: AT,
      tv_exchange: 'BINANCE',
      tv_instrument: 'XRPUSDT',
      action: 'enter_long',
      bot_uuid: 'abc',
      strategy_info: { market_position: 'long', prev_market_position: 'flat' },
      order: { amount: '25', currency_type: 'quote' },
    };
    const signal = signalOf(body);
    expect(signal).toMatchObject({
      format: '3commas',
      time: TIME,
      maxLag: 30,
      ask: { by: 'trade', side: 'buy', after: 'long', before: 'flat' },
      exchange: 'binance',
      alias: 'abc',
    });
    expect(signal.amount?.toFixed()).toBe('25');
    expect(signalOf({ ...body, order: { amount: '25', currency_type: 'base' } }).amount).toBeNull();
    expect(signalOf({ ...body, action: 'exit_long' }).ask).toMatchObject({ side: 'sell' });
    expect(signalOf({ ...body, action: 'enter_short' }).ask).toMatchObject({ side: 'short' });
    expect(faultOf({ ...body, action: 'exit_short' })).toMatch(/^action: exit_short/);
    expect(faultOf({ ...body, bot_uuid: undefined })).toBe('bot_uuid: this is missing.');
  });

  it.each([
    ['open', { by: 'action', action: 'open' }],
    ['increase', { by: 'action', action: 'add' }],
    ['reduce', { by: 'action', action: 'reduce' }],
    ['close', { by: 'action', action: 'close' }],
    ['start_bot', { by: 'action', action: 'bot-start' }],
    ['stop_bot', { by: 'action', action: 'bot-stop' }],
    ['stop_and_close', { by: 'action', action: 'bot-stop', sellsCoins: true }],
  ])('W-8 Altrady: %s', (action, ask) => {
    const signal = signalOf({ api_key: 'k', api_secret: 't', symbol: 'XRPUSDT', signal_id: '7', action, test: true });
    expect(signal).toMatchObject({ format: 'altrady', id: '7', isTest: true, ask });
  });

  it('W-8 Altrady: a short cannot be opened', () => {
    const body = { api_key: 'k', symbol: 'XRPUSDT', action: 'open', side: 'short' };
    expect(signalOf(body).ask).toEqual({ by: 'trade', side: 'short', after: null, before: null });
    expect(signalOf({ ...body, side: 'long', quote_amount: 20 }).amount?.toFixed()).toBe('20');
    expect(faultOf({ ...body, test: 'yes' })).toBe('test: choose true or false.');
    expect(signalOf(body).isTest).toBe(false);
  });

  it.each(['reduce', 'close'])('W-8 Altrady: a short that Tandem cannot have is not ended either: %s', (action) => {
    const body = { api_key: 'k', symbol: 'XRPUSDT', action, quote_amount: 20 };
    for (const side of ['short', 'SHORT'])
      expect(faultOf({ ...body, side })).toBe(
        'side: short ends a position that Tandem cannot have, since it trades spot.',
      );
    expect(signalOf({ ...body, side: 'long' }).ask).toEqual({ by: 'action', action });
  });
});
