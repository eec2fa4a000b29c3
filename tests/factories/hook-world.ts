import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { copiers } from './copiers.ts';
import { paperControl } from './paper-control.ts';
import type { Asked } from './visitor.ts';

/** Within the rate limit of a person. */
const SLOWLY = { interval: 250 };
const TEMPLATE = {
  name: 'Momentum',
  market: 'binance',
  pairs: ['xrp_usdt'],
  actions: ['open', 'add', 'reduce', 'close', 'targets', 'alert'],
  amount: { fixed: 50 },
  copies: false,
};

type Json = Record<string, unknown>;
interface SignalLine {
  signalId: string;
  /** UTC epoch ms. */
  receivedAt: number;
  result: string;
  reason: string | null;
  state: string;
  outcome: string | null;
  action: string | null;
  blockId: string | null;
  repeats: number;
  body: string;
  format: string | null;
}

interface Sent {
  body: unknown;
  headers?: Record<string, string>;
}

/** Sends as a sender does: no cookie, no origin. */
export async function knockAt(site: Asked, path: string, { body, headers = {} }: Sent) {
  const response = await site.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json };
}

/** A person with hooks on XRP/USDT of the paper exchange, whose price is set by the test. */
export async function hookWorld(site: TestSite, clock: () => number) {
  const control = paperControl(site);
  const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
  await price('0.52');
  const who = await copiers(site, { main: '1000', copies: ['1000'] });
  await control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });

  async function create(more: Json = {}) {
    const { body } = await who.post('/api/hooks', { ...TEMPLATE, ...more });
    expect(body.error).toBeNull();
    const { hookId, url } = body.hook as { hookId: string; url: string };
    const path = new URL(url).pathname;
    const log = async (): Promise<SignalLine[]> =>
      (await who.get(`/api/hooks/${hookId}/signals`)).body.content as SignalLine[];
    const done = (count = 1) =>
      until(async () => {
        const lines = await log();
        expect(lines.length).toBeGreaterThanOrEqual(count);
        expect(lines.filter(({ state }) => state === 'waiting')).toEqual([]);
        return lines;
      }, SLOWLY);
    return {
      hookId,
      path,
      log,
      done,
      send: (json: unknown, headers: Record<string, string> = {}) => knockAt(site, path, { body: json, headers }),
      /** In our own format, made now. */
      native: (json: Json) =>
        knockAt(site, path, { body: { pair: 'XRP_USDT', time: new Date(clock()).toISOString(), ...json } }),
      call: (name: string, json: Json = {}) => who.post(`/api/hooks/${hookId}/${name}`, json),
      async live() {
        await who.post(`/api/hooks/${hookId}/test`, {});
        await done();
        const answer = await who.post(`/api/hooks/${hookId}/live`, { live: true });
        expect(answer.body.error).toBeNull();
      },
    };
  }

  return {
    ...who,
    control,
    price,
    create,
    /** A live hook whose first signal has placed an entry that rests. */
    async resting(more: Json = {}) {
      const hook = await create(more);
      await hook.live();
      await hook.native({ action: 'open', price: 0.5 });
      const [line] = await hook.done(2);
      expect([line?.state, line?.outcome]).toEqual(['done', 'Entry placed: 100 XRP at up to 0.5 USDT.']);
      return { ...hook, signalId: line?.signalId ?? '', blockId: line?.blockId ?? '' };
    },
    /** Until the main key's entry of this block has filled. */
    filled: (blockId: string) =>
      until(async () => {
        const [main] = await who.rows('buy', blockId);
        expect(main).toMatchObject({ status: 'filled' });
      }),
    /** Coins of the main key, straight from the exchange's books. */
    async coins(asset = 'XRP'): Promise<string> {
      const [row] = await site.database.sql<{ total: string }[]>`
        select trim_scale(free + locked)::text as total from paper.balances
        where api_key = ${who.paperKey} and asset = ${asset}`;
      return row?.total ?? '0';
    },
    /** Entries that the exchange received from the main key. */
    async buys(): Promise<number> {
      const [row] = await site.database.sql<{ count: number }[]>`
        select count(*)::int as count from paper.orders where api_key = ${who.paperKey} and side = 'BUY'`;
      return row?.count ?? 0;
    },
  };
}
export type HookWorld = Awaited<ReturnType<typeof hookWorld>>;

type MadeHook = Awaited<ReturnType<HookWorld['create']>>;

/** Sends signals one after another, and says how the last one ended. `pass` moves the clock of the site on. */
export const endsAfter =
  (pass: (ms: number) => void) =>
  async (hook: MadeHook, ...signals: Json[]) => {
    const before = (await hook.log()).length;
    for (const [at, signal] of signals.entries()) {
      pass(1000);
      expect((await hook.native(signal)).body['error']).toBeNull();
      await hook.done(before + at + 1);
    }
    const [line] = await hook.log();
    return [line?.state, line?.outcome];
  };
