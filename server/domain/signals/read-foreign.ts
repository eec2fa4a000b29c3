import type { HookAction, SignalFormat } from '../../contracts/rules/hook-actions.ts';
import { amountOf, FieldFault, filledIn, neededText, oneOf, percentOf, textOf, timeOf } from './fields.ts';
import type { Body } from './read-body.ts';
import type { Ask, Signal, Stance, Trade } from './signal.ts';
import { entrySpending, soldShare } from './strategy-sizes.ts';

const STANCES: readonly Stance[] = ['flat', 'long', 'short'];

const NOTHING = {
  id: null,
  maxLag: null,
  price: null,
  amount: null,
  takeProfits: [],
  stopLoss: null,
  share: null,
  worth: null,
  isTest: false,
  alias: null,
} satisfies Partial<Signal>;

function stanceOf(body: Body, name: string): Stance | null {
  const text = textOf(body, name);
  return text === null ? null : oneOf(text.toLowerCase(), STANCES, name);
}

const lower = (text: string | null): string | null => text?.toLowerCase() ?? null;

/** 'BINANCE' of 'BINANCE:XRPUSDT'. */
const prefixOf = (pair: string): string | null => (pair.includes(':') ? (pair.split(':')[0] ?? null) : null);

const SIDES = {
  buy: 'buy',
  sell: 'sell',
  enter_long: 'buy',
  exit_long: 'sell',
  enter_short: 'short',
} as const;

const exitsShort = (field: string): string => `${field} ends a position that Tandem cannot have, since it trades spot.`;

function tradeOf(action: string, stances: Pick<Trade, 'after' | 'before'>): Trade {
  const name = action.toLowerCase();
  if (name === 'exit_short') throw new FieldFault(exitsShort('action: exit_short'));
  const known = oneOf(name, ['buy', 'sell', 'enter_long', 'exit_long', 'enter_short'] as const, 'action');
  return { by: 'trade', side: SIDES[known], ...stances };
}

/** Its `price` is where its own simulation was filled: it values an entry and is no limit. */
export function readTradingView(body: Body): Signal {
  const pair = neededText(body, 'ticker');
  const stances = { after: stanceOf(body, 'marketPosition'), before: stanceOf(body, 'prevMarketPosition') };
  const ask = tradeOf(neededText(body, 'action'), stances);
  const sizes = { order: filledIn(body, 'contracts'), after: filledIn(body, 'marketPositionSize') };
  return {
    ...NOTHING,
    format: 'tradingview',
    id: textOf(body, 'alertTimestamp'),
    time: timeOf(body, 'time', 'timestamp', 'timenow'),
    ask,
    pair,
    exchange: lower(textOf(body, 'exchange') ?? prefixOf(pair)),
    amount: entrySpending(ask, sizes, filledIn(body, 'price')),
    share: soldShare(ask, sizes),
  };
}

const innerOf = (body: Body, name: string): Body => {
  const inner = body[name];
  if (inner === undefined || inner === null) return {};
  if (typeof inner !== 'object' || Array.isArray(inner)) throw new FieldFault(`${name}: send an object.`);
  return inner as Body;
};

/** What an order of 3Commas spends, counter currency, or which share it sells; null where it does not say. */
function threeCommasOrder(body: Body, ask: Trade): Pick<Signal, 'amount' | 'share'> {
  const [order, info] = [innerOf(body, 'order'), innerOf(body, 'strategy_info')];
  const after = filledIn(info, 'market_position_size');
  const sold = after && (filledIn(info, 'prev_market_position_size')?.minus(after) ?? null);
  const share = soldShare(ask, { order: sold, after });
  switch (lower(textOf(order, 'currency_type'))) {
    case null:
    case 'quote':
      return { amount: amountOf(order, 'amount'), share };
    case 'base': {
      const sizes = { order: filledIn(order, 'amount'), after };
      return { amount: entrySpending(ask, sizes, filledIn(body, 'trigger_price')), share };
    }
    case 'position_percent':
      return { amount: null, share: ask.side === 'sell' ? percentOf(order, 'amount') : null };
    default:
      return { amount: null, share };
  }
}

export function read3Commas(body: Body): Signal {
  const pair = neededText(body, 'tv_instrument');
  const info = innerOf(body, 'strategy_info');
  const stances = { after: stanceOf(info, 'market_position'), before: stanceOf(info, 'prev_market_position') };
  const ask = tradeOf(neededText(body, 'action'), stances);
  const lag = amountOf(body, 'max_lag');
  return {
    ...NOTHING,
    format: '3commas',
    id: textOf(body, 'alertTimestamp'),
    time: timeOf(body, 'timestamp', 'timenow', 'time'),
    maxLag: lag === null ? null : Number(lag.toFixed()),
    ask,
    pair,
    exchange: lower(textOf(body, 'tv_exchange') ?? prefixOf(pair)),
    ...threeCommasOrder(body, ask),
    alias: neededText(body, 'bot_uuid'),
  };
}

const ALTRADY: Record<string, HookAction> = {
  open: 'open',
  increase: 'add',
  reduce: 'reduce',
  close: 'close',
  start_bot: 'bot-start',
  stop_bot: 'bot-stop',
  stop_and_close: 'bot-stop',
};

function altradyAsk(body: Body): Ask {
  const name = oneOf(neededText(body, 'action').toLowerCase(), Object.keys(ALTRADY), 'action');
  const isShort = textOf(body, 'side')?.toLowerCase() === 'short';
  if (isShort && (name === 'open' || name === 'increase'))
    return { by: 'trade', side: 'short', after: null, before: null };
  if (isShort && (name === 'reduce' || name === 'close')) throw new FieldFault(exitsShort('side: short'));
  const action = ALTRADY[name];
  if (action === undefined) throw new FieldFault('action: this is not understood.');
  return name === 'stop_and_close' ? { by: 'action', action, sellsCoins: true } : { by: 'action', action };
}

export function readAltrady(body: Body): Signal {
  const { test } = body;
  if (test !== undefined && test !== null && typeof test !== 'boolean')
    throw new FieldFault('test: choose true or false.');
  const ask = altradyAsk(body);
  const isReduction = ask.by === 'action' && ask.action === 'reduce';
  const amount = amountOf(body, 'quote_amount');
  const share = isReduction ? percentOf(body, 'position_percentage') : null;
  return {
    ...NOTHING,
    format: 'altrady',
    id: textOf(body, 'signal_id') ?? textOf(body, 'alertTimestamp'),
    time: timeOf(body, 'time', 'timestamp', 'timenow'),
    ask,
    pair: textOf(body, 'symbol'),
    // Its exchanges have codes of its own.
    exchange: null,
    amount: isReduction ? null : amount,
    share,
    worth: isReduction && !share ? amount : null,
    isTest: test === true,
  };
}

/** Which of the other services wrote it; null where none of them did. */
export function foreignFormat(body: Body): Exclude<SignalFormat, 'native'> | null {
  if ('bot_uuid' in body || 'tv_instrument' in body) return '3commas';
  if ('api_key' in body || 'api_secret' in body || 'signal_id' in body) return 'altrady';
  return 'ticker' in body ? 'tradingview' : null;
}
