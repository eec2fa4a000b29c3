import * as z from 'zod/mini';
import { Pair } from './markets.ts';
import { money, nullableMoney } from './money.ts';
import { BLOCK_STATES } from './rules/block-state.ts';
import { Side } from './symbol.ts';

/** Where the stop of what is left goes once a take profit has filled. */
export const STOP_GOALS = ['break-even', 'whole-deal-at-zero', 'previous-target'] as const;

/** Of one target. As everywhere in the spec's rows, 0 (and '') say that the stage was not reached. */
const target = <const Name extends 'TakeProfit' | 'StopLoss'>(name: Name) =>
  ({
    [`second${name}PlacedPrice`]: money,
    [`second${name}PlacedQuantity`]: money,
    [`second${name}PlacedCounterQuantity`]: money,
    [`second${name}PlacedTime`]: z.number(),
    [`second${name}PlacedOrderId`]: z.string(),
    [`second${name}FilledPrice`]: money,
    [`second${name}FilledQuantity`]: money,
    [`second${name}FilledCounterQuantity`]: money,
    [`second${name}FilledTime`]: z.number(),
    [`second${name}FilledOrderId`]: z.string(),
    /** The part of the entry that the target stands for. */
    [`secondFirst${name}PlacedQuantity`]: money,
    [`secondFirst${name}PlacedCounterQuantity`]: money,
    [`secondFirst${name}FilledQuantity`]: money,
    [`secondFirst${name}FilledCounterQuantity`]: money,
  }) as Record<
    | `second${Name}${'Placed' | 'Filled'}${'Price' | 'Quantity' | 'CounterQuantity'}`
    | `secondFirst${Name}${'Placed' | 'Filled'}${'Quantity' | 'CounterQuantity'}`,
    typeof money
  > &
    Record<`second${Name}${'Placed' | 'Filled'}Time`, z.ZodMiniNumber> &
    Record<`second${Name}${'Placed' | 'Filled'}OrderId`, z.ZodMiniString>;

/** What a block took over from another one. */
const BlockPart = z.object({ blockId: z.uuid(), quantity: money, price: money, at: z.number() });
const Holder = z.enum(['exchange', 'server', 'none']);

/** What is left of an exit plan: who holds each part, by confirmed facts alone. */
const OpenPlan = z.object({
  /** As it was set; a `share` is a fraction of what was open then. */
  takeProfits: z.array(z.object({ price: money, share: money, isFilled: z.boolean() })),
  stopLoss: z.nullable(
    z.object({
      /** As it was set. */
      price: money,
      /** Where it is now, as far as the exchange has confirmed it. */
      at: money,
      /** Where it goes next: at once, or once the market is three ticks beyond; null where it stays. */
      waitsFor: nullableMoney,
      after: z.nullable(z.object({ to: z.enum(STOP_GOALS), target: z.nullable(z.number()), offset: money })),
      /** It follows the best trade by so many percent; then `at` is about where it is. Left out where it does not. */
      trailing: z.optional(
        z.object({
          percent: money,
          /** The best trade since it was set, about; null while no price is known. */
          peak: nullableMoney,
          movedBy: z.enum(['exchange', 'server']),
        }),
      ),
      /** The close of a candle beyond this price ends it; `at` is then the emergency stop. */
      closing: z.optional(z.object({ price: money, interval: z.string() })),
    }),
  ),
  /** When it is closed at market, or what became of that; left out where it has no time. */
  time: z.optional(
    z.object({
      /** UTC epoch ms. */
      at: z.number(),
      onlyInProfit: z.boolean(),
      /** Null while it is not due. */
      did: z.nullable(z.enum(['close', 'keep', 'ask'])),
      isLate: z.boolean(),
    }),
  ),
  /** Ms after its fill when it is closed at market; left out once that is known, or where it has none. */
  closesAfter: z.optional(z.object({ ms: z.number(), onlyInProfit: z.boolean() })),
  /** What waits for its owner, who closes it or sets the plan anew; left out where nothing does. */
  asks: z.optional(z.string()),
  parts: z.array(
    z.object({
      /** The take profits that it stands for, from 1; empty for what has a stop alone. */
      targets: z.array(z.number()),
      price: nullableMoney,
      quantity: money,
      takeProfit: Holder,
      stop: Holder,
    }),
  ),
  /** Who holds the stops, in words, and what happens while this server is away. */
  label: z.string(),
  away: z.string(),
});

/** One key's part of an order block as the spec's rows show it: the entry ('first') and its targets ('second'). */
export const OrderBlock = z.object({
  blockId: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  /** The key's id and name. */
  keyUid: z.uuid(),
  connectorName: z.string(),
  section: Side,
  /** Placed here, by a person or a bot; or by the main key's owner directly on the exchange, and repeated; or joined or split from other blocks. */
  origin: z.enum(['placed', 'bot', 'outside', 'joined', 'split']),
  /** Of a hook, that opened it; left out where none did. */
  signal: z.optional(z.object({ hookId: z.uuid(), signalId: z.uuid() })),
  /** Of a block that was joined or split: what came from each of those before. */
  parts: z.optional(z.array(BlockPart)),
  open: z.boolean(),
  counterEarning: z.boolean(),
  /** True for a copy key's part. */
  inGroup: z.boolean(),
  symbol: Pair,
  /** pending: not yet confirmed by the exchange; unconfirmed: its answer was lost and is being looked up. */
  status: z.enum(BLOCK_STATES),
  statusReason: z.nullable(z.string()),
  /** Why a copy was not placed, for programs; `statusReason` is the sentence. */
  skipCode: z.nullable(z.string()),
  /**
   * By confirmed facts alone. `exchange`: orders that rest there hold the targets. `server`: this server watches and could
   * sell. `placing`: an order's answer is not known yet. `unknown`: orders rested before the server restarted or lost its
   * connection, and are not compared with the exchange yet. `none`: no target is wanted, or nothing is held any more.
   */
  protection: z.enum(['exchange', 'server', 'placing', 'unprotected', 'unknown', 'none']),
  /** Why it is not protected, or not yet, or why that is not known: a sentence; null where it is. */
  protectionReason: z.nullable(z.string()),
  interference: z.nullable(z.enum(['order-cancelled', 'balance-spent', 'order-found'])),
  /** A copy's share of its plan less the main key's share of its own; 0 where they are in step. */
  drift: nullableMoney,
  baseQuantityStep: money,
  baseRound: z.number(),
  counterRound: z.number(),
  firstOrderId: z.string(),
  firstPlacedPrice: money,
  firstPlacedQuantity: money,
  firstPlacedCounterQuantity: money,
  firstPlacedTime: z.number(),
  firstFilledPrice: money,
  firstFilledQuantity: money,
  firstFilledCounterQuantity: money,
  firstFilledTime: z.number(),
  firstFilledUnrealizedQuantity: money,
  ...target('TakeProfit'),
  ...target('StopLoss'),
  /** In counter currency, or in base where the block earns that; null while it cannot be known. */
  profitValue: nullableMoney,
  profitPercent: nullableMoney,
  /** What the result at any other price is computed from (rules/open-result.ts); null once ended, or while it cannot be known. */
  books: z.nullable(z.object({ base: money, counter: money, otherBase: money, otherCounter: money, fee: money })),
  /** What the block's entry is worth at the market, once it has ended at its exits' prices; counter currency. */
  value: nullableMoney,
  /** Base units of an open block that were closed already, a part at a time; left out while there are none. */
  closedQuantity: z.optional(money),
  /** Left out where there is one take profit and one stop at most; its parts are empty until the entry is over. */
  plan: z.optional(OpenPlan),
  /** What an entry that has not begun to fill waits for; left out where it waits for no price. */
  trigger: z.optional(money),
  /** Percent by which the market turns before it trades; left out where it does not trail. */
  turnsBy: z.optional(money),
  /** The limits of an entry that has several, nearest to the market first; left out for one order, and once it is over. */
  limits: z.optional(z.array(z.object({ price: money, quantity: money, filledQuantity: money, open: z.boolean() }))),
  /** When what has not filled of the entry is canceled, UTC epoch ms; left out where it has no end, or waits no more. */
  expiresAt: z.optional(z.number()),
  /** Part of the planned entry that is filled, as a percentage. */
  filledQuantity: money,
  /** Base that no order may be small enough for. */
  dust: money,
});
export type OrderBlock = z.output<typeof OrderBlock>;
