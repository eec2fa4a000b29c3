import { ZERO } from '#contracts/rules/decimal.ts';
import { fixed } from '../../../domain/matching/model/amount.ts';
import { ORDER_TYPES } from '../../../domain/matching/model/order-type.ts';
import { DEFAULT_STP, STP_MODES } from '../../../domain/matching/model/order.ts';
import type { Market } from '../market/market.ts';
import { AVERAGE_MINUTES, MAX_NUM_ORDERS, MAX_NUM_ORDER_LISTS, PERCENT_PRICE, TRAILING_DELTA } from '../pairs.ts';
import type { RateLimits } from '../rate-limits.ts';

/** What is shown of one symbol. */
type Reported = Pick<Market, 'pair' | 'terms'>;

/** The filters that count what an account has open. */
export const accountFilters = ({ maxNumAlgoOrders }: Reported['terms']) => [
  { filterType: 'MAX_NUM_ORDERS', maxNumOrders: MAX_NUM_ORDERS },
  { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders },
  { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: MAX_NUM_ORDER_LISTS },
];

const trailingFilter = () => ({
  filterType: 'TRAILING_DELTA',
  minTrailingAboveDelta: TRAILING_DELTA.minAbove,
  maxTrailingAboveDelta: TRAILING_DELTA.maxAbove,
  minTrailingBelowDelta: TRAILING_DELTA.minBelow,
  maxTrailingBelowDelta: TRAILING_DELTA.maxBelow,
});

function filters({ pair, terms }: Reported) {
  const percent = Object.entries(PERCENT_PRICE).map(([name, factor]) => [name, factor.toFixed()]);
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: fixed(pair.minPrice),
      maxPrice: fixed(pair.maxPrice),
      tickSize: fixed(pair.tick),
    },
    { filterType: 'LOT_SIZE', minQty: fixed(terms.minQty), maxQty: fixed(pair.maxQty), stepSize: fixed(pair.step) },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: fixed(ZERO),
      maxQty: fixed(pair.marketMaxQty),
      stepSize: fixed(ZERO),
    },
    { filterType: 'PERCENT_PRICE_BY_SIDE', ...Object.fromEntries(percent), avgPriceMins: AVERAGE_MINUTES },
    {
      filterType: 'NOTIONAL',
      minNotional: fixed(terms.minNotional),
      applyMinToMarket: true,
      maxNotional: fixed(pair.maxNotional),
      applyMaxToMarket: false,
      avgPriceMins: AVERAGE_MINUTES,
    },
    trailingFilter(),
    ...accountFilters(terms),
  ];
}

const symbolInfo = (reported: Reported, showPermissionSets: boolean) => ({
  symbol: reported.pair.symbol,
  status: reported.terms.status,
  baseAsset: reported.pair.base,
  baseAssetPrecision: 8,
  quoteAsset: reported.pair.quote,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  baseCommissionPrecision: 8,
  quoteCommissionPrecision: 8,
  orderTypes: ORDER_TYPES,
  icebergAllowed: false,
  ocoAllowed: true,
  otoAllowed: true,
  opoAllowed: true,
  quoteOrderQtyMarketAllowed: true,
  allowTrailingStop: reported.terms.trailing,
  cancelReplaceAllowed: true,
  amendAllowed: false,
  pegInstructionsAllowed: false,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: filters(reported),
  permissions: [],
  permissionSets: showPermissionSets ? [['SPOT']] : [],
  defaultSelfTradePreventionMode: DEFAULT_STP,
  allowedSelfTradePreventionModes: STP_MODES,
});

interface Info {
  markets: readonly Reported[];
  showPermissionSets: boolean;
  limits: RateLimits;
  now: number;
}

export const exchangeInfo = (of: Info) => ({
  timezone: 'UTC',
  serverTime: of.now,
  rateLimits: of.limits.rules(),
  exchangeFilters: [],
  symbols: of.markets.map((reported) => symbolInfo(reported, of.showPermissionSets)),
});
