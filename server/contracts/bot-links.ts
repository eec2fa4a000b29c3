import * as z from 'zod/mini';
import { BasketSettings, BotType, SETTINGS } from './bot-settings.ts';
import { BotStop } from './bot-stop.ts';
import { endpoint } from './endpoint.ts';
import { nullableMoney } from './money.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from './rules/closing-intervals.ts';

const params = z.object({ botId: z.uuid() });

/** What a shared bot's address ends with. */
const LinkToken = z
  .string('This link is not whole. Copy it again.')
  .check(z.regex(/^[\w-]{20,64}$/, 'This link is not whole. Copy it again.'));

const { grid, levels, range, averaging, signal } = SETTINGS;
const invest = { invest: true } as const;
const gridAmounts = { ...invest, ownCoins: true } as const;
const dealAmounts = { ...invest, amount: true } as const;

const one = <T extends BotType, Shape extends z.core.$ZodLooseShape>(type: T, { shape }: { shape: Shape }) =>
  z.object({ type: z.literal(type), settings: z.object(shape) });

/** C-23: a type with its settings, without any amount: what is not named here does not travel. */
export const SharedPlan = z.discriminatedUnion('type', [
  one('grid', z.omit(grid, gridAmounts)),
  one('inverse-grid', z.omit(SETTINGS['inverse-grid'], { coins: true })),
  one('imbalance-grid', z.omit(SETTINGS['imbalance-grid'], gridAmounts)),
  one('trend-grid', z.omit(SETTINGS['trend-grid'], gridAmounts)),
  one('steps', z.omit(SETTINGS.steps, { coins: true })),
  one('levels', z.omit(levels, invest)),
  one('sell-buy-once', z.omit(levels, invest)),
  one('buy-sell-once', z.omit(levels, invest)),
  one('range', z.omit(range, invest)),
  one('averaging', z.omit(averaging, { base: true, addition: true })),
  one('smart-money', z.omit(SETTINGS['smart-money'], dealAmounts)),
  one('smart-money-turtle', z.omit(SETTINGS['smart-money-turtle'], invest)),
  one('signal', z.omit(signal, dealAmounts)),
  one(
    'basket',
    z.extend(z.omit(BasketSettings, invest), {
      assets: z.array(z.object({ asset: z.string(), percent: z.int() })),
    }),
  ),
]);
export type SharedPlan = z.output<typeof SharedPlan>;

/** A time is its owner's own affair. */
const SharedStop = z.object(z.omit(BotStop, { at: true }).shape);

const Interval = z.enum(Object.keys(CLOSING_INTERVALS) as [ClosingInterval, ...ClosingInterval[]]);

/** Of the owner's run with the main key, measured. */
const SharedFigures = z.object({
  /** Total result, percent of what it was given; null while not known. */
  total: nullableMoney,
  /** The deepest fall of its worth from a peak, percent of the peak; null where it cannot be measured. */
  drawdown: nullableMoney,
  /** Its worth was taken at its own trades and at the ends of bars of this length. */
  interval: z.nullable(Interval),
  /** UTC epoch ms; `until` is null while it runs. */
  since: z.number(),
  until: z.nullable(z.number()),
});
export type SharedFigures = z.output<typeof SharedFigures>;

const SharedBot = z.object({
  market: z.string(),
  /** 'xrp_usdt'. */
  symbolName: z.string(),
  counterCurrency: z.string(),
  plan: SharedPlan,
  stop: SharedStop,
  startAt: nullableMoney,
  /** Null where its owner does not show them, or it has not run. */
  figures: z.nullable(SharedFigures),
});
export type SharedBot = z.output<typeof SharedBot>;

const BotLink = z.object({
  token: z.string(),
  /** The figures of its run go with it. */
  figures: z.boolean(),
  /** UTC epoch ms. */
  createdAt: z.number(),
});
export type BotLink = z.output<typeof BotLink>;

const response = z.object({ link: z.nullable(BotLink) });

export const getBotLink = endpoint({
  method: 'get',
  path: '/api/bots/:botId/link',
  summary: 'The link by which others can open the settings of a bot; null without one',
  access: 'person',
  params,
  response,
});

export const shareBot = endpoint({
  method: 'post',
  path: '/api/bots/:botId/link',
  summary: 'Share the settings of a bot by a link, without amounts, key and name; one that there is stays',
  access: 'person',
  params,
  json: z.strictObject({ figures: z.boolean('Say whether the figures of its run go with it.') }),
  response,
});

export const unshareBot = endpoint({
  method: 'delete',
  path: '/api/bots/:botId/link',
  summary: 'Take the link back: it opens nothing any more',
  access: 'person',
  params,
  response,
});

export const openSharedBot = endpoint({
  method: 'post',
  path: '/api/bots/shared',
  summary: 'What a link shares: settings to begin a draft with',
  access: 'person',
  json: z.strictObject({ token: LinkToken }),
  response: SharedBot,
});
