import { setTimeout as sleep } from 'node:timers/promises';
import { BY_HOOK, FLOW, halves, QUICK_LADDER, TURTLE } from '../factories/bot-settings.ts';
import type { ManySite } from './site.ts';
import type { Person, Uniform } from './people.ts';

/** Between two signals of a hook, ms. */
const SIGNAL_EVERY = { least: 10_000, most: 20_000 };

/** Seconds. */
const JUDGED_WITHIN = 30;

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
/** Its lines are so close that the rising market passes one every 15 seconds of the usual two minutes. */
const GRID = { low: 0.51, high: 0.57, steps: 12, spacing: 'amount', size: 'amount', invest: 400, heldMirrors: 1 };
/** Its top is soon passed: the market rises by five of its steps. */
const TREND = { ...GRID, low: 0.5, high: 0.53, steps: 4, until: null, shiftEvery: 10, stopFollows: true };
/** Hardly more than a usual minute is a signal. */
const EASY = { factor: 1.5, look: 48, flow: 0.05 };
/** Told in turn to the people that have a bot. */
const KINDS = [
  { type: 'grid', settings: GRID },
  { type: 'averaging', settings: { ...QUICK_LADDER, takeProfit: 0.8 } },
  { type: 'basket', settings: halves(['XRP', 'USDT'], 400) },
  { type: 'signal', settings: { ...BY_HOOK, takeProfit: 1 } },
  { type: 'trend-grid', settings: TREND },
  { type: 'smart-money', settings: { ...FLOW, ...EASY, interval: '1m', entry: 'now', takeProfit: 1 } },
  // Its bars are an hour: it looks at one that closes meanwhile, and buys only then.
  { type: 'smart-money-turtle', settings: { ...TURTLE, ...EASY, interval: '1h' } },
] as const;

async function ask(who: Person, path: string, json: object) {
  const { body } = await who.post(path, json);
  if (body.error !== null) throw new Error(`${path}: ${String(body.error)}`);
  return body;
}

/** Where signals for a signal bot are sent. */
async function addHook(who: Person, signalBot: string): Promise<string> {
  const template = { name: 'Hook', market: 'binance', pairs: ['xrp_usdt'], copies: false, amount: { fixed: 50 } };
  const { hook } = await ask(who, '/api/hooks', { ...template, actions: ['open', 'close'], signalBot });
  await ask(who, `/api/hooks/${hook.hookId}/test`, {});
  // Its test is judged a moment later.
  const live = async () => (await who.post(`/api/hooks/${hook.hookId}/live`, { live: true })).body.error === null;
  for (let tries = 1; !(await live()); tries += 1) {
    if (tries === JUDGED_WITHIN) throw new Error('The test of a hook was never judged.');
    await sleep(1000);
  }
  return new URL(hook.url as string).pathname;
}

/** One person of so many has a bot, each kind in turn; answers the paths of their hooks. */
export async function startBots(people: readonly Person[], every: number): Promise<string[]> {
  const owners = people.filter((_, nth) => nth % every === 0);
  const hooks: string[] = [];
  for (const [nth, who] of owners.entries()) {
    const { type, settings } = KINDS[nth % KINDS.length] ?? KINDS[0];
    const { bot } = await ask(who, '/api/bots', { ...PAIR, name: type, type, settings, copyKeys: type === 'grid' });
    await ask(who, `/api/bots/${bot.botId}/start`, { warned: true });
    if (type === 'signal') hooks.push(await addHook(who, bot.botId as string));
  }
  return hooks;
}

/** Opens and closes of one hook in turn, until `over`; what is lost on the way is lost. */
export async function sendSignals(url: string, { uniform, over }: { uniform: Uniform; over: AbortSignal }) {
  const { least, most } = SIGNAL_EVERY;
  for (let sent = 0; !over.aborted; sent += 1) {
    const time = new Date().toISOString();
    const body = JSON.stringify({ action: sent % 2 === 0 ? 'open' : 'close', pair: 'XRP_USDT', time });
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body }).catch(() => 'the line was cut');
    await sleep(least + uniform() * (most - least), undefined, { signal: over }).catch(() => 'it is over');
  }
}

export interface BotsJudged {
  running: number;
  orders: number;
  /** Orders of grids that came after a filled one of the same level. */
  turned: number;
  /** Levels that came after others as trend grids followed the market. */
  followed: number;
  /** That bought something, by the type of their bot. */
  deals: Record<string, number>;
  /** That traded something. */
  rebalancings: number;
}

/** Without them nothing is said about what survives. */
export const hasTraded = ({ turned, followed, deals, rebalancings }: BotsJudged): boolean =>
  [turned, followed, Object.keys(deals).length, rebalancings].every((count) => count > 0);

/** Deals that bought something, by the type of their bot. */
async function countDeals(sql: ManySite['sql']): Promise<Record<string, number>> {
  const counts = await sql<{ type: string; count: number }[]>`
    select b.plan ->> 'type' as type, count(distinct (d.run_id, d.number))::int as count
    from bots b join bot_runs r on r.user_id = b.user_id and r.bot_id = b.id
    join bot_deals d on d.user_id = r.user_id and d.run_id = r.id
    join bot_deal_blocks l on l.user_id = d.user_id and l.run_id = d.run_id and l.deal = d.number
    join orders o on o.user_id = l.user_id and o.block_id = l.block_id
    where o.leg = 'entry' and o.filled_quantity > 0 group by 1 order by 1`;
  return Object.fromEntries(counts.map(({ type, count }) => [type, count]));
}

/** What bots did, and that they did something. */
export async function countBots(sql: ManySite['sql']): Promise<BotsJudged> {
  const [row] = await sql<Omit<BotsJudged, 'deals'>[]>`
    select (select count(*)::int from bot_runs where state <> 'stopped') as running,
      (select count(*)::int from bot_orders where exchange_order_id is not null)
        + (select count(*)::int from orders o join order_blocks b on b.user_id = o.user_id and b.id = o.block_id
          where b.bot_id is not null and o.exchange_order_id is not null) as orders,
      (select count(*)::int from bot_orders o join bot_runs r on r.id = o.run_id
        where r.engine = 'rounds' and o.turn > 0 and o.state in ('open', 'partly-filled', 'filled')) as turned,
      (select count(*)::int from bot_levels where off = 'replaced') as followed,
      (select count(*)::int from bot_rebalancings t where exists (select from bot_orders o
        where o.user_id = t.user_id and o.run_id = t.run_id and o.turn = t.turn and o.filled_quantity > 0)) as rebalancings`;
  const none = { running: 0, orders: 0, turned: 0, followed: 0, rebalancings: 0 };
  return { ...(row ?? none), deals: await countDeals(sql) };
}

/** levels of running grids that have their place, and for which nothing rests. */
export const lostLevels = (sql: ManySite['sql']) => sql<{ runId: string; number: number; last: string | null }[]>`
  select l.run_id as "runId", l.number,
    (select string_agg(concat_ws(' ', o.turn, o.leg, o.attempt, o.state, o.filled_quantity, o.reason), '; ' order by o.turn, o.attempt)
      from bot_orders o where o.user_id = l.user_id and o.run_id = l.run_id and o.level = l.number) as last
  from bot_levels l join bot_runs r on r.user_id = l.user_id and r.id = l.run_id
  where r.engine = 'rounds' and r.state = 'running' and l.off is null and not exists (select from bot_orders o
    where o.user_id = l.user_id and o.run_id = l.run_id and o.level = l.number and o.state in ('open', 'partly-filled'))`;
