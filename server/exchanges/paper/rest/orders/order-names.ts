/** The names of the parameters of one order: bare in `order`, prefixed in an order list. */
export interface OrderNames {
  type?: string;
  quantity?: string;
  price?: string;
  stopPrice?: string;
  timeInForce?: string;
  clientOrderId: string;
  strategyId: string;
  strategyType: string;
  icebergQty: string;
  trailingDelta?: string;
  pegPriceType?: string;
  pegOffsetType?: string;
  pegOffsetValue?: string;
}

const FIELDS = [
  'type',
  'price',
  'stopPrice',
  'timeInForce',
  'clientOrderId',
  'strategyId',
  'strategyType',
  'icebergQty',
  'trailingDelta',
  'pegPriceType',
  'pegOffsetType',
  'pegOffsetValue',
] as const;
type Field = (typeof FIELDS)[number];

const named = (nameOf: (field: Field) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, nameOf(field)])) as Record<Field, string>;

/** As in `order`. */
export const BARE = { ...named((field) => field), quantity: 'quantity', clientOrderId: 'newClientOrderId' };

/** As in an order list: `aboveStopPrice`. Legs that share a size have it under the name of the list. */
export const prefixed = (prefix: string, more: { quantity?: string } = {}) => ({
  ...named((field) => prefix + field.charAt(0).toUpperCase() + field.slice(1)),
  ...more,
});

export const namesIn = (names: OrderNames): string[] => Object.values(names as unknown as Record<string, string>);
