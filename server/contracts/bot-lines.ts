import * as z from 'zod/mini';
import { previewBot } from './bot-preview.ts';
import { BotPlan } from './bot-settings.ts';
import { BotStop } from './bot-stop.ts';
import { BotAnswer } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { money } from './money.ts';

const params = z.object({ botId: z.uuid() });
const amounts = z.object({ base: money, counter: money });

const wanted = {
  /** Of the same type and order; what it invests is what the bot owns by then, whatever is named here. */
  plan: BotPlan,
  /** Of the new run; none where it is left out. */
  stop: z.optional(BotStop),
};

/** A run on its way to other lines. */
const Ending = z.object({
  /** Orders that come down. */
  orders: z.int(),
  /** What it owns at the moment; fills until its orders are down change it. */
  owned: amounts,
  /** What of that the new lines have no use for: it stays on the account. */
  left: amounts,
});

const CopyLines = z.object({
  uid: z.uuid(),
  connectorName: z.string(),
  /** What its run goes on with, at the last price, counter units; null where it does not. */
  worth: z.nullable(money),
  /** Why it does not go on: it stops and keeps its coins. */
  ends: z.nullable(z.string()),
});
export type CopyLines = z.output<typeof CopyLines>;

export const previewLines = endpoint({
  method: 'post',
  path: '/api/bots/:botId/lines/preview',
  summary: 'What other lines of a bot that runs would do and cost; nothing is placed and nothing stored',
  access: 'person',
  scopes: ['read', 'trade'],
  params,
  json: z.strictObject(wanted),
  response: z.extend(previewBot.response, {
    /** Null where its lines cannot change. */
    ending: z.nullable(Ending),
    /** Runs of copy keys. */
    copyLines: z.array(CopyLines),
  }),
});
export type PreviewLines = z.output<typeof previewLines.json>;
export type LinesPreview = z.output<typeof previewLines.response>;

export const changeLines = endpoint({
  method: 'post',
  path: '/api/bots/:botId/lines',
  summary:
    'Other lines of a bot that runs: it stops and keeps its coins, and a new one begins with these and its money',
  access: 'person',
  scopes: ['trade'],
  params,
  json: z.strictObject({
    ...wanted,
    /** The warnings of the preview were seen. */
    warned: z.optional(z.boolean()),
  }),
  /** The bot as it ends. */
  response: BotAnswer,
});
