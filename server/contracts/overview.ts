import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney, positiveMoney } from './money.ts';
import { OrderBlock } from './order-block.ts';
import { Failed } from './orders.ts';
import { LEAST_LOSS, MOST_LOSS } from './rules/stop-at-loss.ts';
import { Market, Side } from './symbol.ts';
import { Big } from 'big.js';

/** More are refused: a person confirms what they can read. */
const MOST_STOPS = 100;
const blockIds = z.array(z.uuid()).check(z.minLength(1, 'Name a block.'), z.maxLength(MOST_STOPS));

export const listOpenPositions = endpoint({
  method: 'get',
  path: '/api/overview/blocks',
  summary: "A person's open blocks of all pairs and keys, the newest first, with the prices that make their worth",
  access: 'person',
  scopes: ['read', 'trade'],
  response: z.object({
    blocks: z.array(
      z.object({
        /** The main key's first. */
        orders: z.array(OrderBlock),
        /** Whether the main key is the active one, under which the markets page lists the block. */
        active: z.boolean(),
        /** The last price, and USDT of one unit of each currency; null while not known. */
        price: nullableMoney,
        counterUsdt: nullableMoney,
        baseUsdt: nullableMoney,
      }),
    ),
  }),
});
export type OpenPosition = z.output<typeof listOpenPositions.response>['blocks'][number];

const SENTENCE = `A loss is ${LEAST_LOSS} to ${MOST_LOSS} percent.`;
const LossPercent = z.codec(
  z.number(SENTENCE).check(z.gte(LEAST_LOSS, SENTENCE), z.lte(MOST_LOSS, SENTENCE)),
  z.instanceof(Big),
  { decode: (percent) => new Big(percent), encode: (percent) => percent.toNumber() },
);

/** `entry`: of each block's average price; `market`: of the price now. */
export const StopFrom = z.enum(['entry', 'market']);
export type StopFrom = z.output<typeof StopFrom>;

export const planStops = endpoint({
  method: 'post',
  path: '/api/blocks/stops/preview',
  summary: 'The stop that each block would get at a loss of so many percent, or why it can have none; nothing is set',
  access: 'person',
  scopes: ['read', 'trade'],
  json: z.strictObject({ percent: LossPercent, from: StopFrom, blockIds }),
  response: z.object({
    stops: z.array(
      z.object({
        blockId: z.uuid(),
        market: Market,
        pair: z.string(),
        connectorName: z.string(),
        section: Side,
        priceDecimals: z.number(),
        /** Null where no stop can be set: `error` says why. */
        stopLossPrice: nullableMoney,
        error: z.nullable(z.string()),
        /** Result over all keys if the stop is filled at its price, fees taken off; null where it is not known. */
        result: nullableMoney,
        currency: z.string(),
        decimals: z.number(),
        resultUsdt: nullableMoney,
        /** The keys that it is set on. */
        parts: z.number(),
      }),
    ),
  }),
});
export type PlannedStop = z.output<typeof planStops.response>['stops'][number];

export const setStops = endpoint({
  method: 'post',
  path: '/api/blocks/stops',
  summary: 'Give several blocks their stops; the same call again changes nothing',
  access: 'person',
  scopes: ['trade'],
  json: z.strictObject({
    stops: z
      .array(z.strictObject({ blockId: z.uuid(), stopLossPrice: positiveMoney }))
      .check(z.minLength(1, 'Name a block.'), z.maxLength(MOST_STOPS)),
  }),
  response: z.object({
    /** What became of each; `failed` are the keys on which it is not placed. */
    outcomes: z.array(z.object({ blockId: z.uuid(), error: z.nullable(z.string()), failed: z.array(Failed) })),
  }),
});
export type StopOutcome = z.output<typeof setStops.response>['outcomes'][number];
