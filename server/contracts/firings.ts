import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nullableMoney } from './money.ts';
import { PageText } from './symbol.ts';

/** How long it is known how a firing was delivered, in days. */
export const LOG_DAYS = 7;

/** One message to one place. */
export const FiringDelivery = z.object({
  channel: z.enum(['live', 'push', 'telegram', 'mail']),
  /** 'Chrome on Android'; null for other channels, and for a browser that was removed since. */
  device: z.nullable(z.string()),
  /**
   * `waiting`: on its way. `held`: for the end of the quiet hours. `sent`: its service took it. `gone`: no device was there
   * any more. `expired`: not taken before it was of no use. `failed`: refused for good.
   */
  state: z.enum(['waiting', 'held', 'sent', 'gone', 'expired', 'failed']),
  attempts: z.number(),
  /** UTC epoch ms: of its end, or of the next try. */
  at: z.number(),
  /** What the last try ended with, where it was not taken. */
  reason: z.nullable(z.string()),
});
export type FiringDelivery = z.output<typeof FiringDelivery>;

export const Firing = z.object({
  id: z.uuid(),
  /** That crossed the level, or was there at the time; null where no price is known. */
  price: nullableMoney,
  /** Which of several things it was: 'DOGE/USDT begins to trade'. */
  note: z.nullable(z.string()),
  /** By the exchange's clock, and `detectedAt` by ours; UTC epoch ms. */
  crossedAt: z.number(),
  detectedAt: z.number(),
  late: z.boolean(),
  /** By the value of a bar that was still open: the bar's close may have taken it back. */
  duringBar: z.boolean(),
  /** Null when they are older than is kept. */
  deliveries: z.nullable(z.array(FiringDelivery)),
});
export type Firing = z.output<typeof Firing>;

export const listFirings = endpoint({
  method: 'get',
  path: '/api/alert/:id/log',
  summary: 'When an alert fired and how each firing was delivered, newest first, ten a page',
  access: 'person',
  scopes: ['read', 'alerts'],
  params: z.object({ id: z.uuid() }),
  query: z.object({ page: z.optional(PageText) }),
  response: z.object({
    content: z.array(Firing),
    totalRecords: z.number(),
    pageNumber: z.number(),
    lastPageNumber: z.number(),
  }),
});
