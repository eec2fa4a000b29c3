import { Big } from 'big.js';
import * as z from 'zod/mini';
import { SYMBOL_STATUSES } from '../../../domain/matching/model/market.ts';
import { FAULT_KINDS } from '../faults/faults.ts';
import { REPORT_MODES } from '../faults/report-faults.ts';
import { ASSETS } from '../pairs.ts';

const MAX_DECIMALS = 8;
const SymbolName = z.string();
/** A number or decimal text. */
const decimal = (pattern: RegExp) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(pattern, 'must be a decimal number'))]),
    z.transform((value) => new Big(value)),
  );
const Amount = decimal(/^\d+(\.\d+)?$/);
const Change = decimal(/^-?\d+(\.\d+)?$/);
const isExact = (value: Big) => value.eq(value.round(MAX_DECIMALS));
const Price = Amount.check(
  z.refine((value) => value.gt(0) && isExact(value), 'must be above zero with at most 8 decimals'),
);
const Quantity = z.nullable(Amount.check(z.refine((value) => value.gte(0))));
const Whole = z.int().check(z.gte(0));
const Parameter = z.union([z.string(), z.number(), z.boolean()]);

const fields = {
  key: z.string(),
  symbol: SymbolName,
};

const Fault = z.object({
  kind: z.enum(FAULT_KINDS),
  /** Calls or reports that it applies to; 0 lifts it. */
  times: z.optional(Whole),
  /** An HTTP status, or Binance's own code when negative. */
  code: z.optional(z.int()),
  /** Duration of a delay, of muted streams, of a down time, or by which reports are late. */
  ms: z.optional(Whole),
  /** Only calls to this path or below it; 'DELETE /api/v3/order' is one method only. */
  path: z.optional(z.string()),
  /** Only calls or reports of this API key. */
  key: z.optional(z.string()),
  /** Of kind `reports` only. */
  mode: z.optional(z.enum(REPORT_MODES)),
});

const Balance = z
  .object({
    key: z.string(),
    asset: z.string().check(z.refine((asset) => ASSETS.includes(asset), 'is no asset of the paper exchange')),
    /** The free balance afterwards. */
    free: z.optional(Amount),
    /** A deposit (above zero) or a withdrawal. */
    delta: z.optional(Change.check(z.refine(isExact, 'has more than 8 decimals'))),
  })
  .check(z.refine(({ free, delta }) => (free === undefined) !== (delta === undefined), 'takes either free or delta'));

const ManualOrder = z.union([
  /** Canceled on the exchange by its owner, with the list that it is in. */
  z.object({
    ...fields,
    do: z.literal('cancel'),
    orderId: z.optional(Whole),
    clientOrderId: z.optional(z.string()),
  }),
  /** Placed on the exchange by its owner; `order` as in `POST /api/v3/order`. */
  z.object({ ...fields, do: z.literal('place'), order: z.record(z.string(), Parameter) }),
]);

/** The commands of the control server, at `/control/<name>`. */
export const CONTROL_COMMANDS = {
  /** Pins the last price until it is set again or reset. */
  price: z.object({ symbol: SymbolName, price: Price }),
  liquidity: z.object({ symbol: SymbolName, maxPerTick: Quantity }),
  minimum: z.object({ symbol: SymbolName, minNotional: Amount }),
  /** What `exchangeInfo` says of a symbol. A symbol that does not trade has no trades and takes no orders. */
  pair: z.object({
    symbol: SymbolName,
    status: z.optional(z.enum(SYMBOL_STATUSES)),
    /** Whether orders can be canceled while it does not trade; true unless said otherwise. */
    cancels: z.optional(z.boolean()),
    maxNumAlgoOrders: z.optional(Whole),
    /** Whether trailing orders are taken. */
    trailing: z.optional(z.boolean()),
    minQty: z.optional(Amount),
    minNotional: z.optional(Amount),
    maxPerTick: z.optional(Quantity),
  }),
  order: ManualOrder,
  balance: Balance,
  fault: Fault,
  limit: z.object({ weight: Whole, address: z.optional(z.string()) }),
  clock: z.object({ skewMs: z.int() }),
  /** What a key may do. */
  key: z.object({
    key: z.string(),
    spot: z.optional(z.boolean()),
    withdraw: z.optional(z.boolean()),
    ip: z.optional(z.nullable(z.string())),
    revoked: z.optional(z.boolean()),
  }),
  /** Back to the state of a start; prices move again. */
  reset: z.object({}),
};

type Orders = typeof CONTROL_COMMANDS;
export type ControlCommand = keyof Orders;
/** As sent. */
export type ControlBody<Name extends ControlCommand> = z.input<Orders[Name]>;
/** As read. */
export type ControlTerms<Name extends ControlCommand> = z.output<Orders[Name]>;
