import { expect } from 'vitest';
import { until } from '../setup/until.ts';
import { BY_HOOK, FLOW, halves, QUICK_LADDER, TURTLE } from './bot-settings.ts';
import type { KillableSite } from './killable-site.ts';

export type Person = Awaited<ReturnType<KillableSite['people']>>[number];

const PATIENCE = { timeout: 90_000, interval: 500 };
/** Free on each key before its bots start. */
export const MONEY = 5000;
const COINS = 1000;
/** Pairs with a bot each that trades levels, all of them around one price, whose ticks are a hundredth of a percent. */
export const SYMBOLS = ['XRP', 'ADA', 'TRX', 'ARB', 'SUI', 'SEI', 'CRV', 'SAND', 'MANA'].map((base) => `${base}USDT`);
/** Of those that begin with coins. */
const WITH_COINS = new Set(['SEI', 'CRV', 'MANA']);

/** Prices of the basket's assets. */
export const BASKET_PRICES = { DOT: '4', ATOM: '5' };

const LINES = { low: 0.46, high: 0.58, steps: 8, spacing: 'amount', size: 'amount', heldMirrors: 2 };
const typed = (base: string) => ({
  order: 'buy-sell',
  baseCurrency: base,
  counterCurrency: 'USDT',
  counterEarning: true,
  buy: 0.515,
  sell: 0.525,
  invest: 150,
  repeat: true,
});

interface Made {
  type: string;
  base: string;
  settings: Record<string, unknown>;
}
const { low, high, steps, spacing } = LINES;
/** One of each type that trades; all but the basket on copy keys too. */
const BOTS: readonly Made[] = [
  { type: 'grid', base: 'XRP', settings: { ...LINES, invest: 300 } },
  { type: 'imbalance-grid', base: 'ADA', settings: { ...LINES, invest: 300, lowestWeight: 2 } },
  {
    type: 'trend-grid',
    base: 'TRX',
    settings: { ...LINES, high: 0.53, steps: 6, invest: 300, until: null, shiftEvery: 10, stopFollows: true },
  },
  { type: 'range', base: 'ARB', settings: { ...typed('ARB'), lowBorder: 0.5, highBorder: 0.54, wait: 10 } },
  { type: 'levels', base: 'SUI', settings: typed('SUI') },
  {
    type: 'steps',
    base: 'SEI',
    settings: { coins: 400, steps: 4, up: 0.5, back: 0.5, counterEarning: false, repeat: true },
  },
  { type: 'inverse-grid', base: 'CRV', settings: { low, high, steps, spacing, coins: 800 } },
  { type: 'buy-sell-once', base: 'SAND', settings: { ...typed('SAND'), repeat: false } },
  {
    type: 'sell-buy-once',
    base: 'MANA',
    settings: { ...typed('MANA'), order: 'sell-buy', buy: 0.515, sell: 0.525, repeat: false },
  },
  { type: 'averaging', base: 'XRP', settings: QUICK_LADDER },
  { type: 'smart-money', base: 'XRP', settings: FLOW },
  { type: 'smart-money-turtle', base: 'XRP', settings: { ...TURTLE, interval: '1d' } },
  { type: 'signal', base: 'XRP', settings: BY_HOOK },
];
/** A person's bots of one round. */
export interface MixedBots {
  who: Person;
  botIds: string[];
  /** Where signals for the signal bot are sent. */
  hook: string;
}

/** Sends until it is taken. */
const poster = (world: KillableSite, who: Person) => (path: string, json: object) =>
  until(async () => {
    const { body } = await world.as(who).post(path, json);
    if (body.error !== null) throw new Error(`${path}: ${String(body.error ?? body.message)}`);
    return body;
  }, PATIENCE);

async function start(world: KillableSite, who: Person, { type, base, settings }: Made) {
  const symbolName = `${base}_usdt`.toLowerCase();
  const bot = { name: type, market: 'binance', symbolName, type, settings, copyKeys: type !== 'basket' };
  const { bot: made } = await poster(world, who)('/api/bots', bot);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${made.botId}/start`, { warned: true });
    const isThere = body.error === null || String(body.error).startsWith('A bot runs already');
    if (!isThere) throw new Error(`${type}: ${String(body.error)}`);
  }, PATIENCE);
  return made.botId as string;
}

async function hookOf(world: KillableSite, who: Person, signalBot: string): Promise<string> {
  const post = poster(world, who);
  const template = { name: 'Mixed', market: 'binance', pairs: ['xrp_usdt'], copies: false, amount: { fixed: 50 } };
  const { hook } = await post('/api/hooks', { ...template, actions: ['open', 'close'], signalBot });
  await post(`/api/hooks/${hook.hookId}/test`, {});
  await post(`/api/hooks/${hook.hookId}/live`, { live: true });
  return new URL(hook.url as string).pathname;
}

/** What its accounts have, once and before anything is placed. */
export async function fund(world: KillableSite, who: Person): Promise<void> {
  const bases = [...SYMBOLS.map((symbol) => symbol.replace('USDT', '')), ...Object.keys(BASKET_PRICES)];
  const all = [['USDT', MONEY] as const, ...bases.map((base) => [base, WITH_COINS.has(base) ? COINS : 0] as const)];
  for (const { key } of who.keys)
    for (const [asset, free] of all) await world.exchange.control('balance', { key, asset, free: String(free) });
}

/** All types at once, each at work. */
export async function startAll(world: KillableSite, who: Person): Promise<MixedBots> {
  const botIds: string[] = [];
  for (const made of BOTS) botIds.push(await start(world, who, made));
  const hook = await hookOf(world, who, botIds.at(-1) ?? '');
  botIds.push(await start(world, who, { type: 'basket', base: 'DOT', settings: halves(['DOT', 'ATOM'], 200) }));
  return { who, botIds, hook };
}

const DAY = 86_400_000;

/** What the close of a bar writes down: a deal of the bots that go by bars, where none is open. */
export async function openByBars(world: KillableSite, price: number): Promise<void> {
  const { sql } = world.database;
  const day = Date.now() - (Date.now() % DAY);
  const trigger = (price + 0.0005).toFixed(4);
  const turtle = { signalAt: day, breakout: { trigger, range: '0.0028365003' }, exit: null };
  const bars = JSON.stringify({ until: day, missing: 0, standOut: 1, flow: 0.4, turtle });
  await sql`
    update bot_runs r set bars = ${bars}::text::jsonb from bots b
    where b.id = r.bot_id and b.plan ->> 'type' = 'smart-money-turtle' and r.state = 'running' and r.bars is not null`;
  await sql`
    insert into bot_deals (user_id, run_id, number, market_price, opened_at, price, quantity, valid_until)
    select r.user_id, r.id, 1 + (select count(*) from bot_deals d where d.run_id = r.id), ${price}, ${Date.now()},
      ${(price + 0.002).toFixed(4)}, 47.4, ${Date.now() + 60_000}
    from bot_runs r join bots b on b.id = r.bot_id
    where b.plan ->> 'type' in ('smart-money', 'smart-money-turtle') and r.state = 'running' and r.bars is not null
      and not exists (select 1 from bot_deals d where d.run_id = r.id and d.ended_at is null)`;
  await sql`update bot_runs set due_at = ${Date.now()} where engine = 'deals' and state = 'running'`;
}

/** Types whose deals are order blocks. */
export const DEAL_TYPES = ['averaging', 'smart-money', 'smart-money-turtle', 'signal'] as const;
export type DealsByType = Readonly<Record<string, number>>;

/** By their type: how many deals of all bots have bought something. */
export async function tradedDeals({ database: { sql } }: KillableSite): Promise<DealsByType> {
  const rows = await sql<{ type: string; count: number }[]>`
    select b.plan ->> 'type' as type, count(distinct d.run_id || ' ' || d.deal)::int as count
    from bot_deal_blocks d join bot_runs r on r.id = d.run_id join bots b on b.id = r.bot_id
      join orders o on o.user_id = d.user_id and o.block_id = d.block_id
    where o.leg = 'entry' and o.filled_quantity > 0 group by 1`;
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

/** As a sender does; what is lost on the way is lost. */
export async function signal(world: KillableSite, hook: string, action: 'open' | 'close'): Promise<void> {
  const body = JSON.stringify({ action, pair: 'XRP_USDT', time: new Date().toISOString() });
  const headers = { 'content-type': 'application/json' };
  await world.request(hook, { method: 'POST', headers, body }).catch(() => 'the server was down');
}

export async function detailOf(world: KillableSite, who: Person, botId: string) {
  const { status, body } = await world.as(who).get(`/api/bots/${botId}`);
  expect(status).toBe(200);
  return body as Detail;
}

interface Result {
  total: number;
  rounds: number;
  position: number;
}

/** A bot as its page has it. */
export interface Detail {
  botId: string;
  type: string;
  state: string;
  reason: string | null;
  baseCurrency: string;
  runs: {
    uid: string;
    connectorName: string;
    state: string;
    given: { base: number; counter: number };
    owned: { base: number; counter: number };
    result: Result | null;
    parts: { asset: string; held: number }[];
    levels: {
      number: number;
      buyPrice: number;
      sellPrice: number;
      quantity: number;
      idle: string | null;
      asksOwner: boolean;
    }[];
  }[];
}
