import type { Side } from '#contracts/symbol.ts';
import type { BothTargets, EntryTerms, ListTerms, TargetTerms } from '../../exchange.ts';
import type { Params } from '../rest/sign.ts';

export interface ListRequest {
  path: string;
  params: Params;
}

/** One order of a list, by the names its parameters have after the leg's own prefix. */
type Leg = Record<'Type' | 'ClientOrderId' | 'Price' | 'StopPrice' | 'TimeInForce', string | undefined>;

const leg = (type: string, clientOrderId: string, more: Partial<Leg>): Leg => ({
  Type: type,
  ClientOrderId: clientOrderId,
  Price: undefined,
  StopPrice: undefined,
  TimeInForce: undefined,
  ...more,
});

/** Without a stop beside it nothing keeps a take profit from being filled at once, should the price be beyond it already. */
const lonelyTakeProfit = ({ clientOrderId, price }: BothTargets['takeProfit']): Leg =>
  leg('LIMIT', clientOrderId, { Price: price.toFixed(), TimeInForce: 'GTC' });

const takeProfit = ({ clientOrderId, price }: BothTargets['takeProfit']): Leg =>
  leg('LIMIT_MAKER', clientOrderId, { Price: price.toFixed() });

const stopLoss = ({ clientOrderId, stopPrice, price }: BothTargets['stopLoss']): Leg =>
  price === null
    ? leg('STOP_LOSS', clientOrderId, { StopPrice: stopPrice.toFixed() })
    : leg('STOP_LOSS_LIMIT', clientOrderId, {
        Price: price.toFixed(),
        StopPrice: stopPrice.toFixed(),
        TimeInForce: 'GTC',
      });

const prefixed = (prefix: string, params: Leg): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [`${prefix}${name}`, value]));

const OCO = { above: 'above', below: 'below' };
const PENDING = { above: 'pendingAbove', below: 'pendingBelow' };

/** A sale takes its profit above the market and stops below it; a purchase the other way round. */
function pairOf(side: Side, targets: BothTargets, places: typeof OCO): Params {
  const profit = takeProfit(targets.takeProfit);
  const stop = stopLoss(targets.stopLoss);
  const [above, below] = side === 'sell' ? [profit, stop] : [stop, profit];
  return { ...prefixed(places.above, above), ...prefixed(places.below, below) };
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const working = (entry: EntryTerms): Params => ({
  workingType: 'LIMIT',
  workingSide: entry.side.toUpperCase(),
  workingClientOrderId: entry.clientOrderId,
  workingPrice: entry.price.toFixed(),
  workingQuantity: entry.quantity.toFixed(),
  workingTimeInForce: 'GTC',
});

/** Undefined where there is no target at all. */
function pending(side: Side, { takeProfit: profit, stopLoss: stop }: TargetTerms): Params | undefined {
  const pendingSide = { pendingSide: side.toUpperCase() };
  if (profit !== null && stop !== null) {
    return { ...pendingSide, ...pairOf(side, { takeProfit: profit, stopLoss: stop }, PENDING) };
  }
  if (profit !== null) return { ...pendingSide, ...prefixed('pending', lonelyTakeProfit(profit)) };
  if (stop !== null) return { ...pendingSide, ...prefixed('pending', stopLoss(stop)) };
  return undefined;
}

/** What to ask Binance for; undefined for a list whose entry brings nothing. */
export function listRequest(terms: ListTerms): ListRequest | undefined {
  const common = {
    symbol: terms.symbol,
    listClientOrderId: terms.clientListId,
    newOrderRespType: 'RESULT',
  };
  if (terms.kind === 'oco') {
    const { side, quantity, targets } = terms;
    const legs = { side: side.toUpperCase(), quantity: quantity.toFixed(), ...pairOf(side, targets, OCO) };
    return { path: '/api/v3/orderList/oco', params: { ...common, ...legs } };
  }
  const legs = pending(opposite(terms.entry.side), terms.targets);
  if (legs === undefined) return undefined;
  const both = terms.targets.takeProfit !== null && terms.targets.stopLoss !== null;
  const size = terms.kind === 'oto' ? { pendingQuantity: terms.targetQuantity.toFixed() } : {};
  return {
    path: `/api/v3/orderList/${terms.kind}${both ? 'co' : ''}`,
    params: { ...common, ...working(terms.entry), ...legs, ...size },
  };
}
