import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';
import { BACKTEST_INTERVALS } from './rules/backtest-limits.ts';
import { PARTING_KINDS } from './rules/parting-kinds.ts';

/** What a bot did over a time, in the currency that it earns; the rounds of a basket are its rebalancings. */
const Done = z.object({ rounds: z.int(), total: money });

/** A bot's own time run again with its own settings, next to what really happened. */
export const RunReplay = z.object({
  /** UTC epoch ms; the result of both is that at the end of the last bar. */
  from: z.number(),
  until: z.number(),
  interval: z.enum(BACKTEST_INTERVALS),
  currency: z.string(),
  here: Done,
  /** The worse of both readings. */
  replay: Done,
  /** Of what was given: 0.01 is 1%. */
  difference: z.number(),
  sentence: z.string(),
  /** What makes the difference where it is more than 1%: parts that add up to it, the largest first. */
  why: z.array(z.object({ kind: z.enum(PARTING_KINDS), text: z.string(), amount: money })),
  /** Bars leave too much open to say anything; null where they do not. */
  tooCoarse: z.nullable(z.string()),
  /** Why the replay came to its end; null while it would run on. */
  stopped: z.nullable(z.enum(['below', 'above', 'gain', 'loss', 'at'])),
});
export type RunReplay = z.output<typeof RunReplay>;
export type StoredReplay = z.input<typeof RunReplay>;

/** A bot's copy on paper, from the same moment; `replay` is null until it was run for the first time. */
export const Twin = z.object({ replay: z.nullable(RunReplay) });

const params = z.object({ botId: z.uuid() });
const response = z.object({ error: z.nullable(z.string()) });

export const startTwin = endpoint({
  method: 'post',
  path: '/api/bots/:botId/twin',
  summary: 'Run the same bot on paper as well, from the moment at which it began',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({}),
  response,
});

export const endTwin = endpoint({
  method: 'delete',
  path: '/api/bots/:botId/twin',
  summary: 'End the bot’s twin on paper; the bot itself goes on',
  access: 'person',
  scopes: ['trade'],
  params,
  response,
});
