import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { stepOf } from './in-step.ts';
import { readSignal } from './read-signal.ts';
import type { Signal } from './signal.ts';
import { shareOfWorth } from './strategy-sizes.ts';

type Json = Record<string, unknown>;

function signalOf(body: Json): Signal {
  const read = readSignal(body);
  if (!('signal' in read)) throw new Error(read.fault);
  return read.signal;
}
const faultOf = (body: Json): string | null => {
  const read = readSignal(body);
  return 'fault' in read ? read.fault : null;
};
const shareOf = (body: Json) => signalOf(body).share?.toFixed() ?? null;
const amountOf = (body: Json) => signalOf(body).amount?.toFixed() ?? null;

/** As TradingView fills in the message of a hook. */
const tradingView = (more: Json = {}) => ({
  action: 'sell',
  ticker: 'XRPUSDT',
  exchange: 'BINANCE',
  timenow: '2026-11-22T18:00:00Z',
  marketPosition: 'long',
  prevMarketPosition: 'long',
  contracts: '24',
  marketPositionSize: '72',
  price: '0.52',
  ...more,
});
const bought = (more: Json = {}) =>
  tradingView({ action: 'buy', prevMarketPosition: 'flat', contracts: '96', marketPositionSize: '96', ...more });

/** The example of 3Commas for strategies, filled in. */
const threeCommas = ({ info, order, ...more }: { info?: Json; order?: Json } & Json = {}) => ({
  secret: 'token',
  max_lag: '300',
  timestamp: '2026-11-22T18:00:00Z',
  trigger_price: '0.52',
  tv_exchange: 'BINANCE',
  tv_instrument: 'XRPUSDT',
  action: 'sell',
  bot_uuid: 'signal-bot-uuid',
  strategy_info: {
    market_position: 'long',
    market_position_size: '72',
    prev_market_position: 'long',
    prev_market_position_size: '96',
    ...info,
  },
  order: { amount: '24', currency_type: 'base', ...order },
  ...more,
});
const entered = { market_position_size: '96', prev_market_position: 'flat', prev_market_position_size: '0' };

const altrady = (more: Json = {}) => ({
  api_key: 'YOUR_ALTRADY_API_KEY',
  api_secret: 'YOUR_ALTRADY_API_SECRET',
  exchange: 'BINA',
  action: 'reduce',
  symbol: 'XRPUSDT',
  side: 'long',
  ...more,
});

describe('W-9: which share a sender closed', () => {
  it('W-9 TradingView: what its order sold, of that and what its position keeps', () => {
    expect(shareOf(tradingView())).toBe('0.25');
    expect(shareOf(tradingView({ contracts: 1, marketPositionSize: 2 }))).toBe('0.33333333');
    expect(shareOf(tradingView({ marketPosition: 'flat', marketPositionSize: '0' }))).toBeNull();
    expect(shareOf(bought())).toBeNull();
  });

  it.each(['contracts', 'marketPositionSize'])('W-9 TradingView: not known without %s', (name) => {
    for (const value of [undefined, '', '0', 'NaN', '{{strategy.market_position_size}}'])
      expect(shareOf(tradingView({ [name]: value }))).toBeNull();
  });

  it('W-9 3Commas: by the sizes of its position before and after', () => {
    expect(shareOf(threeCommas())).toBe('0.25');
    expect(shareOf(threeCommas({ order: { amount: 20, currency_type: 'quote' } }))).toBe('0.25');
    expect(shareOf(threeCommas({ info: { prev_market_position_size: undefined } }))).toBeNull();
    expect(shareOf(threeCommas({ info: { prev_market_position_size: '72' } }))).toBeNull();
    expect(shareOf(threeCommas({ info: { prev_market_position_size: '60' } }))).toBeNull();
  });

  it('W-9 3Commas: a share that an exit names is closed, and no more', () => {
    const exit = (amount: string) =>
      threeCommas({
        action: 'exit_long',
        strategy_info: undefined,
        order: { amount, currency_type: 'position_percent' },
      });
    const steps = [exit('50'), exit('100')].map((body) => {
      const { ask, share } = signalOf(body);
      if (ask.by !== 'trade') throw new Error('This is a trade.');
      return stepOf(ask, { isHeld: true, follows: false, isPart: share?.lt(1) ?? false });
    });
    expect(steps).toEqual([{ action: 'reduce' }, { action: 'close' }]);
    expect(shareOf(exit('50'))).toBe('0.5');
    expect(faultOf(exit('101'))).toBe('amount: send a percentage of up to 100; 50 is half.');
  });

  it('W-8 Altrady: a reduction closes the percentage of the position that it names', () => {
    expect(shareOf(altrady({ position_percentage: 50 }))).toBe('0.5');
    expect(shareOf(altrady())).toBeNull();
    expect(shareOf(altrady({ action: 'close', position_percentage: 50 }))).toBeNull();
    expect(faultOf(altrady({ position_percentage: 150 }))).toBe(
      'position_percentage: send a percentage of up to 100; 50 is half.',
    );
  });
});

describe('W-8: what a sender wants to be paid for a part', () => {
  const worthOf = (body: Json) => signalOf(body).worth?.toFixed() ?? null;

  it('W-8 Altrady: a reduction names what it is to bring where it names no percentage', () => {
    expect(worthOf(altrady({ quote_amount: 26 }))).toBe('26');
    expect(amountOf(altrady({ quote_amount: 26 }))).toBeNull();
    expect(worthOf(altrady({ quote_amount: 26, position_percentage: 50 }))).toBeNull();
    expect(worthOf(altrady({ action: 'increase', quote_amount: 26 }))).toBeNull();
    expect(worthOf(threeCommas({ order: { amount: 26, currency_type: 'quote' } }))).toBeNull();
  });

  it('W-8 that is a share of what is held, of which whole steps are sold as the amount says, and never more than all', () => {
    const share = (worth: string, held: string, price: string) =>
      shareOfWorth(new Big(worth), { held: new Big(held), price: new Big(price) });
    expect(share('26', '100', '0.52').toFixed()).toBe('0.5');
    expect(share('26', '95.6', '0.52').times('95.6').round(1, Big.roundDown).toFixed()).toBe('50');
    expect(share('1', '3', '1').times(3).round(0, Big.roundDown).toFixed()).toBe('1');
    expect(share('52', '100', '0.52').toFixed()).toBe('1');
    expect(share('60', '100', '0.52').toFixed()).toBe('1');
  });
});

describe('W-7: what a sender spent on an entry', () => {
  it('W-7 TradingView: its contracts at its price', () => {
    expect(amountOf(bought())).toBe('49.92');
    expect(amountOf(bought({ marketPositionSize: undefined }))).toBe('49.92');
    expect(amountOf(bought({ price: 'NaN' }))).toBeNull();
    expect(amountOf(bought({ contracts: undefined }))).toBeNull();
    expect(amountOf(tradingView())).toBeNull();
  });

  it('W-7 TradingView: what its order bought back of a short position is left out', () => {
    const turned = { prevMarketPosition: 'short', contracts: '192' };
    expect(amountOf(bought(turned))).toBe('49.92');
    expect(amountOf(bought({ ...turned, marketPositionSize: undefined }))).toBeNull();
  });

  it('W-7 3Commas: an order in coins at its trigger price', () => {
    const order = { amount: '96', currency_type: 'base' };
    expect(amountOf(threeCommas({ action: 'buy', info: entered, order }))).toBe('49.92');
    expect(amountOf(threeCommas({ action: 'buy', info: entered, order, trigger_price: undefined }))).toBeNull();
  });

  it('W-8 a number without end is no number', () => {
    const body = { id: '1', action: 'open', pair: 'XRPUSDT', amount: Number.POSITIVE_INFINITY };
    expect(faultOf(body)).toBe('amount: send a number above zero.');
  });
});
