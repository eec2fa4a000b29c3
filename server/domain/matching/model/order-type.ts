export const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Which terms each type must have; the others it must not. */
export const TERMS_OF: Record<OrderType, { price: boolean; stopPrice: boolean; timeInForce: boolean }> = {
  LIMIT: { price: true, stopPrice: false, timeInForce: true },
  LIMIT_MAKER: { price: true, stopPrice: false, timeInForce: false },
  MARKET: { price: false, stopPrice: false, timeInForce: false },
  STOP_LOSS: { price: false, stopPrice: true, timeInForce: false },
  STOP_LOSS_LIMIT: { price: true, stopPrice: true, timeInForce: true },
  TAKE_PROFIT: { price: false, stopPrice: true, timeInForce: false },
  TAKE_PROFIT_LIMIT: { price: true, stopPrice: true, timeInForce: true },
};
