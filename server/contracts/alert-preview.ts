import * as z from 'zod/mini';
import { awaited, findAwaitedFaults } from './alerts.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { UpperMarket, UpperSymbolName } from './symbol.ts';

/** Days over which a preview counts, where its exchange has prices for so long. */
export const PREVIEW_DAYS = 7;

export const previewAlert = endpoint({
  method: 'post',
  path: '/api/alert/preview',
  summary: `When an alert would have fired in the last ${PREVIEW_DAYS} days, or as far back as there are prices, if it fired each time`,
  access: 'person',
  scopes: ['read', 'alerts'],
  json: z
    .strictObject({ market: UpperMarket, symbol: UpperSymbolName, ...awaited })
    .check(({ value, issues }) =>
      findAwaitedFaults(value, (path, message) => issues.push({ code: 'custom', path: [path], message, input: value })),
    ),
  response: z.object({
    error: z.nullable(z.string()),
    /** UTC epoch ms and price of each, oldest first; null where that could not be counted. */
    fired: z.nullable(z.array(z.object({ at: z.number(), price: money }))),
    /** Whole hours up to now over which they are counted; 0 where they could not be. */
    hours: z.number(),
    /** Prices at the end of each hour, oldest first. */
    closes: z.array(z.object({ at: z.number(), price: money })),
    /** What the price is compared with, where that is a price: a level, averages, a band, a trend line. For drawing only. */
    lines: z.array(z.array(z.object({ at: z.number(), price: z.number() }))),
  }),
});
