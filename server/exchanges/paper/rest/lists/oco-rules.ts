import { BinanceError, refusal } from '../../binance-error.ts';
import type { Draft, OrderType } from '../../books/model/order.ts';

type Place = 'above' | 'below';
type Kind = 'limit' | 'stop loss' | 'take profit';

const KINDS: Partial<Record<OrderType, Kind>> = {
  LIMIT_MAKER: 'limit',
  STOP_LOSS: 'stop loss',
  STOP_LOSS_LIMIT: 'stop loss',
  TAKE_PROFIT: 'take profit',
  TAKE_PROFIT_LIMIT: 'take profit',
};
/** Where each kind of leg must lie, by side, and what is said otherwise. */
const RULES: Record<Draft['side'], Record<Kind, { place: Place; code: number }>> = {
  BUY: {
    limit: { place: 'below', code: -1165 },
    'stop loss': { place: 'above', code: -1196 },
    'take profit': { place: 'below', code: -1198 },
  },
  SELL: {
    limit: { place: 'above', code: -1166 },
    'stop loss': { place: 'below', code: -1197 },
    'take profit': { place: 'above', code: -1199 },
  },
};

function kindOf(type: OrderType): Kind {
  const kind = KINDS[type];
  if (!kind) throw new BinanceError(-1158, 'Order type not supported in OCO.');
  return kind;
}

/** Whether two types make a pair of which one cancels the other. Throws the refusal. */
export function checkTypes(side: Draft['side'], types: Record<Place, OrderType>): void {
  const kinds = { above: kindOf(types.above), below: kindOf(types.below) };
  if (kinds.above === 'limit' && kinds.below === 'limit')
    throw refusal(-1168, 'At least one OCO order must be contingent.');
  const limitFirst = kinds.below === 'limit' ? (['below', 'above'] as const) : (['above', 'below'] as const);
  for (const place of limitFirst) {
    const kind = kinds[place];
    const rule = RULES[side][kind];
    if (rule.place !== place)
      throw refusal(rule.code, `A ${kind} order in a ${side.toLowerCase()} OCO must be ${rule.place}.`);
  }
}
