import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney } from './money.ts';
import { BooleanText, Market, SymbolName, TradeType } from './symbol.ts';

/** `cancel-only`: no orders are taken, open ones can be canceled. `halted`: none are taken. */
export const PAIR_STATUSES = ['trading', 'cancel-only', 'halted'] as const;

/** A coin pair with its steps. `name` is 'xrp_usdt', `simpleName` 'XRPUSDT'. Rounds count decimals. */
export const Pair = z.object({
  name: z.string(),
  market: z.string(),
  simpleName: z.string(),
  status: z.enum(PAIR_STATUSES),
  /** Since when it does not trade, UTC epoch ms; null while it does, and where that is not known. */
  haltedSince: z.nullable(z.number()),
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  baseStepSize: money,
  counterStepSize: money,
  minCounterQuantity: money,
  baseRound: z.number(),
  counterRound: z.number(),
  baseQuantityStep: money,
  /** Decimals that values and results in each currency are shown with. */
  baseAmountDecimals: z.number(),
  counterAmountDecimals: z.number(),
});
export type Pair = z.output<typeof Pair>;

export const MarketInfo = z.object({
  markets: z.array(z.string()),
  market: z.string(),
  symbols: z.array(z.string()),
  symbol: Pair,
  /** Last trade's price; null before the first one is known. */
  symbolPrice: nullableMoney,
  /** UTC epoch ms of that trade. */
  symbolPriceTime: z.nullable(z.number()),
  /** Since when trades of the pair are missing though it is traded, UTC epoch ms; null while they come. */
  symbolPriceDelayedSince: z.nullable(z.number()),
  tradeType: z.string(),
  tradeTypes: z.array(z.string()),
});
export type MarketInfo = z.output<typeof MarketInfo>;

export const getMarketInfo = endpoint({
  method: 'get',
  path: '/api/markets/:tradeType/:market/:symbol',
  summary: 'What the markets page needs to know of a pair',
  access: 'person',
  scopes: ['read', 'alerts', 'trade'],
  params: z.object({ tradeType: TradeType, market: Market, symbol: SymbolName }),
  query: z.object({ counterEarning: z.optional(BooleanText), section: z.optional(z.string()) }),
  response: MarketInfo,
});

export const Balances = z.object({
  /** Free base and counter currency of the active main key; null when the exchange could not be asked. */
  quantity: nullableMoney,
  counterQuantity: nullableMoney,
  /** What besides belongs to bots on this key, as far as no order of theirs locks it; absent where there is nothing. */
  botsQuantity: z.optional(money),
  botsCounterQuantity: z.optional(money),
  marketSymbol: z.object({ baseCurrency: z.string(), counterCurrency: z.string() }),
});
export type Balances = z.output<typeof Balances>;

export const getBalances = endpoint({
  method: 'get',
  path: '/api/markets/:tradeType/symbol-quantities/:market/:symbol',
  summary: "The active main key's free balances of a pair's two currencies",
  access: 'person',
  scopes: ['read', 'trade'],
  params: z.object({ tradeType: TradeType, market: Market, symbol: SymbolName }),
  response: Balances,
});

export const listPairs = endpoint({
  method: 'get',
  path: '/api/symbols/:market',
  summary: 'All pairs of a market, sorted by name',
  access: 'person',
  scopes: ['read', 'alerts', 'trade'],
  params: z.object({ market: Market }),
  query: z.object({ permissions: z.optional(z.string()) }),
  response: z.array(Pair),
});
