import type { Side } from '#contracts/symbol.ts';
import type { BothTargets, EntryTerms, ListTerms, TargetTerms } from '../../exchange.ts';
import type { Trigger } from '../../../domain/market/exchange-order.ts';
import type { Params } from '../rest/sign.ts';
import { triggerParams } from './order-terms.ts';

export interface ListRequest {
  path: string;
  params: Params;
}

/** One order of a list, by the names its parameters have after the leg's own prefix. */
type Leg = Record<
  'Type' | 'ClientOrderId' | 'Price' | 'StopPrice' | 'TrailingDelta' | 'TimeInForce',
  string | undefined
>;

const leg = (type: string, clientOrderId: string, more: Partial<Leg>): Leg => ({
  Type: type,
  ClientOrderId: clientOrderId,
  Price: undefined,
  StopPrice: undefined,
  TrailingDelta: undefined,
  TimeInForce: undefined,
  ...more,
});

const triggered = (trigger: Trigger): Pick<Leg, 'StopPrice' | 'TrailingDelta'> => {
  const { stopPrice, trailingDelta } = triggerParams(trigger);
  return { StopPrice: stopPrice, TrailingDelta: trailingDelta };
};

/** One that trails has its price as the stop price at which it begins. */
const trailingTakeProfit = ({ clientOrderId, price }: BothTargets['takeProfit'], trailingDelta: number): Leg =>
  leg('TAKE_PROFIT', clientOrderId, triggered({ stopPrice: price, trailingDelta }));

const takeProfit = (target: BothTargets['takeProfit']): Leg =>
  target.trailingDelta === undefined
    ? leg('LIMIT_MAKER', target.clientOrderId, { Price: target.price.toFixed() })
    : trailingTakeProfit(target, target.trailingDelta);

/** Without a stop next to it nothing keeps a take profit from being filled at once, should the price be beyond it already. */
const lonelyTakeProfit = (target: BothTargets['takeProfit']): Leg =>
  target.trailingDelta === undefined
    ? leg('LIMIT', target.clientOrderId, { Price: target.price.toFixed(), TimeInForce: 'GTC' })
    : trailingTakeProfit(target, target.trailingDelta);

const stopLoss = (target: BothTargets['stopLoss']): Leg =>
  target.price === null
    ? leg('STOP_LOSS', target.clientOrderId, triggered(target))
    : leg('STOP_LOSS_LIMIT', target.clientOrderId, {
        Price: target.price.toFixed(),
        ...triggered(target),
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
