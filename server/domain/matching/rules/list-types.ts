import type { ListDraft } from '../model/order-list.ts';
import type { OrderType } from '../model/order-type.ts';
import type { OrderSide } from '../model/order.ts';
import { OrderRefusal, type RefusalReason } from '../model/refusal.ts';

type Place = 'above' | 'below';
type Kind = 'limit' | 'stop' | 'take-profit';

const KINDS: Partial<Record<OrderType, Kind>> = {
  LIMIT_MAKER: 'limit',
  STOP_LOSS: 'stop',
  STOP_LOSS_LIMIT: 'stop',
  TAKE_PROFIT: 'take-profit',
  TAKE_PROFIT_LIMIT: 'take-profit',
};
/** Where each kind of leg must lie, by side, and the refusal where it does not. */
const RULES: Record<OrderSide, Record<Kind, { place: Place; otherwise: RefusalReason }>> = {
  BUY: {
    limit: { place: 'below', otherwise: 'oco-buy-limit-above' },
    stop: { place: 'above', otherwise: 'oco-buy-stop-below' },
    'take-profit': { place: 'below', otherwise: 'oco-buy-take-profit-above' },
  },
  SELL: {
    limit: { place: 'above', otherwise: 'oco-sell-limit-below' },
    stop: { place: 'below', otherwise: 'oco-sell-stop-above' },
    'take-profit': { place: 'above', otherwise: 'oco-sell-take-profit-below' },
  },
};

function kindOf(type: OrderType): Kind {
  const kind = KINDS[type];
  if (!kind) throw new OrderRefusal('oco-type');
  return kind;
}

/** Whether two types make a pair of which one cancels the other. Throws the refusal. */
export function checkPairTypes(side: OrderSide, types: Record<Place, OrderType>): void {
  const kinds = { above: kindOf(types.above), below: kindOf(types.below) };
  if (kinds.above === 'limit' && kinds.below === 'limit') throw new OrderRefusal('oco-two-limits');
  const limitFirst = kinds.below === 'limit' ? (['below', 'above'] as const) : (['above', 'below'] as const);
  for (const place of limitFirst) {
    const rule = RULES[side][kinds[place]];
    if (rule.place !== place) throw new OrderRefusal(rule.otherwise);
  }
}

/** Only an order that rests or fills at its limit can bring others along. Throws the refusal. */
export function checkEntryType(type: OrderType): asserts type is 'LIMIT' | 'LIMIT_MAKER' {
  if (type !== 'LIMIT' && type !== 'LIMIT_MAKER') throw new OrderRefusal('entry-type');
}

/** What an OPO buys, its legs sell. Throws the refusal. */
export function checkOpoSides(entry: OrderSide, legs: OrderSide): void {
  if (entry !== 'BUY') throw new OrderRefusal('opo-entry-sells');
  if (legs !== 'SELL') throw new OrderRefusal('opo-leg-buys');
}

/** All of the above for a whole list. Throws the refusal. */
export function checkListTypes({ working, legs, paysLegs }: ListDraft): void {
  const [below, above] = legs;
  if (working) checkEntryType(working.type);
  if (working && paysLegs && below) checkOpoSides(working.side, below.side);
  if (below && above) checkPairTypes(below.side, { above: above.type, below: below.type });
}
