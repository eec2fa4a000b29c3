import * as z from 'zod/mini';
import { BotEnding } from './bot-stop.ts';
import { BotRun } from './bot-run.ts';
import { BotDetail } from './bots.ts';
import { endpoint } from './endpoint.ts';

/** More bots are stopped by another call. */
const MOST_BOTS = 500;

const EndingBot = z.extend(
  z.pick(BotDetail, {
    botId: true,
    name: true,
    type: true,
    baseCurrency: true,
    counterCurrency: true,
    marketPrice: true,
    endings: true,
  }),
  { runs: z.array(z.pick(BotRun, { given: true, parts: true })) },
);
export type EndingBot = z.output<typeof EndingBot>;

export const listEndings = endpoint({
  method: 'get',
  path: '/api/bots/stop-all',
  summary: "What 'Close all' would stop: every bot that is active and not stopping yet, and what each ending comes to",
  access: 'person',
  scopes: ['read', 'trade'],
  response: z.object({ content: z.array(EndingBot) }),
});

export const stopBots = endpoint({
  method: 'post',
  path: '/api/bots/stop-all',
  summary: 'End several bots in one call, each with its own ending; what one is refused stops no other from ending',
  access: 'person',
  scopes: ['trade'],
  /** Only these, as they were confirmed; what was started since goes on. */
  json: z.strictObject({
    bots: z.array(z.strictObject({ botId: z.uuid(), coins: BotEnding })).check(z.maxLength(MOST_BOTS)),
  }),
  response: z.object({
    /** Why each could not be stopped, in the order of `bots`; null where it is stopping. */
    errors: z.array(z.nullable(z.string())),
  }),
});
export type StopBots = z.output<typeof stopBots.json>;
