import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { databaseOf } from './database-of.ts';
import { trader } from '../factories/visitor.ts';
import { cpuMeter } from './cpu.ts';
import { percentile, type Row, summary } from './measure.ts';
import { ownSite } from './site.ts';

/** W-12, ms. */
const GOAL = 250;
const PER_SECOND = 50;
/** A hook takes fifteen in three minutes, and one of them is its dry run; a person's hooks sixty a minute. */
const PEOPLE = 10;
const HOOKS_EACH = 4;
const SIGNALS_EACH = 12;

const HOOK = {
  name: 'Bench',
  market: 'binance',
  pairs: ['xrp_usdt'],
  actions: ['open', 'add'],
  amount: { fixed: 10 },
  copies: false,
  perDayUsdt: 10_000,
};

/** Addresses of hooks that are live, of people of their own. */
async function liveHooks(origin: string): Promise<string[]> {
  const app = { request: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) };
  const paths: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const who = await trader({ app });
    for (let hook = 0; hook < HOOKS_EACH; hook += 1) {
      const { hookId, url } = (await who.post('/api/hooks', HOOK)).body.hook as { hookId: string; url: string };
      await who.post(`/api/hooks/${hookId}/test`, {});
      for (let error: unknown = ''; error !== null;) {
        await pause(300);
        ({ error } = (await who.post(`/api/hooks/${hookId}/live`, { live: true })).body as { error: unknown });
      }
      paths.push(new URL(url).pathname);
    }
  }
  return paths;
}

/** One signal; its time is that of its sending. */
async function send(origin: string, path: string, action: string): Promise<void> {
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    action,
    pair: 'XRPUSDT',
    time: new Date().toISOString(),
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  const { result, error } = (await answer.json()) as { result: string; error: string | null };
  if (result !== 'taken') throw new Error(`A signal was ${result}: ${error}`);
}

/** From the sender's time to the paper exchange's own time of the entry, ms. */
async function waits(sql: postgres.Sql): Promise<{ times: number[]; waiting: number }> {
  const rows = await sql<{ ms: number | null }[]>`
    select (called.time - s.sent_at)::float8 as ms from hook_signals s
    left join orders o on o.user_id = s.user_id and o.block_id = s.block_id and o.leg = 'entry' and o.state <> 'planned'
    left join paper.orders called on called.client_order_id = o.client_order_id
    where s.result = 'taken'`;
  const times = rows.flatMap(({ ms }) => ms ?? []);
  return { times, waiting: rows.length - times.length };
}

/** Fifty signals a second, each an entry on the paper exchange. */
export async function signalRow(): Promise<Row> {
  await using site = await ownSite();
  const sql = await databaseOf(site.folder);
  try {
    const paths = await liveHooks(site.origin);
    const all = paths.flatMap((path) => Array.from({ length: SIGNALS_EACH }, () => path));
    const inTurn = all.map((_, at) => paths[at % paths.length] ?? '');
    const cpu = cpuMeter(site.pid, site.folder);
    const [began, spent] = [performance.now(), cpu()];
    const sent = inTurn.map(async (path, at) => {
      await pause((at * 1000) / PER_SECOND);
      return send(site.origin, path, at < paths.length ? 'open' : 'add');
    });
    await Promise.all(sent);
    const took = performance.now() - began;
    let found = await waits(sql);
    for (let tries = 0; found.waiting > 0 && tries < 600; tries += 1) {
      await pause(100);
      found = await waits(sql);
    }
    const p99 = percentile(found.times, 99);
    const each = (cpu() - spent) / all.length;
    const rate = (all.length * 1000) / took;
    const late = found.waiting === 0 ? '' : `, ${found.waiting} never placed`;
    return {
      name: `from a signal to the exchange's call at ${PER_SECOND} signals a second, p99`,
      found: `${p99.toFixed(0)} ms of ${found.times.length} at ${rate.toFixed(0)}/s${late}; median ${summary(found.times, 'ms')}; CPU of one ${each.toFixed(0)} ms`,
      goal: `under ${GOAL} ms`,
      met: p99 < GOAL && found.waiting === 0,
    };
  } finally {
    await sql.end();
  }
}
