import type { Hook } from '#contracts/hooks.ts';

export const SENDERS = [
  { value: 'tradingview', label: 'TradingView' },
  { value: '3commas', label: '3Commas' },
  { value: 'altrady', label: 'Altrady' },
  { value: 'native', label: 'Own' },
] as const;
export type Sender = (typeof SENDERS)[number]['value'];

type Named = Pick<Hook, 'hookId' | 'template'>;

const tradingView = () => ({
  action: '{{strategy.order.action}}',
  ticker: '{{ticker}}',
  exchange: '{{exchange}}',
  timenow: '{{timenow}}',
  marketPosition: '{{strategy.market_position}}',
  prevMarketPosition: '{{strategy.prev_market_position}}',
  contracts: '{{strategy.order.contracts}}',
  marketPositionSize: '{{strategy.market_position_size}}',
  price: '{{strategy.order.price}}',
});

const threeCommas = ({ hookId, template }: Named) => ({
  max_lag: String(template.maxAge),
  timestamp: '{{timenow}}',
  tv_exchange: '{{exchange}}',
  tv_instrument: '{{ticker}}',
  action: '{{strategy.order.action}}',
  bot_uuid: template.alias ?? hookId,
  strategy_info: {
    market_position: '{{strategy.market_position}}',
    market_position_size: '{{strategy.market_position_size}}',
    prev_market_position: '{{strategy.prev_market_position}}',
    prev_market_position_size: '{{strategy.prev_market_position_size}}',
  },
  ...('atMost' in template.amount ? { order: { amount: Number(template.amount.atMost), currency_type: 'quote' } } : {}),
});

const altrady = ({ template }: Named) => ({
  api_key: 'any',
  symbol: '{{ticker}}',
  side: 'long',
  action: 'open',
  timestamp: '{{timenow}}',
  ...(template.actions.includes('reduce') ? { position_percentage: 50 } : {}),
  ...('atMost' in template.amount ? { quote_amount: Number(template.amount.atMost) } : {}),
});

const native = ({ template }: Named) => ({
  id: 'a new one for each signal',
  time: '2026-11-22T18:00:00Z',
  action: template.actions[0],
  pair: (template.pairs[0] ?? '').toUpperCase(),
  ...(template.actions[0] === 'reduce' ? { share: 0.5 } : {}),
  ...('atMost' in template.amount ? { amount: Number(template.amount.atMost) } : {}),
});

const MESSAGES: Record<Sender, (hook: Named) => object> = {
  tradingview: tradingView,
  '3commas': threeCommas,
  altrady,
  native,
};

/** What is pasted as the message of an alert, so that this hook reads it. */
export const messageFor = (sender: Sender, hook: Named): string => JSON.stringify(MESSAGES[sender](hook), null, 2);

/** Where it goes. */
export const WHERE: Record<Sender, string> = {
  tradingview:
    'In TradingView, create an alert on your strategy. Paste this as its message, and the address as its webhook URL.',
  '3commas': 'For a strategy that was set up for 3Commas: this message, and the address as the webhook URL.',
  altrady:
    'For an alert that was set up for Altrady: this message, and the address as the webhook URL. The action is open, increase, reduce or close; reduce closes position_percentage of what the hook holds, or without that what is worth quote_amount.',
  native: 'From your own program: POST this as JSON to the address. Its time is now, and its id a new one each time.',
};
