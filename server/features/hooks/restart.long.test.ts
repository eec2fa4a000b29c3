import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperProcess, type PaperProcess } from '../../../tests/factories/paper-process.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { until } from '../../../tests/setup/until.ts';

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

const HOOK = {
  name: 'Momentum',
  market: 'binance',
  pairs: ['xrp_usdt'],
  actions: ['open', 'close'],
  amount: { fixed: 20 },
  copies: false,
  perDay: 500,
  perDayUsdt: 100_000,
  maxAge: 900,
};

/** As TradingView does: again while the site is away or says 5xx. */
async function deliver(path: string, body: string): Promise<string> {
  for (;;) {
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await site.server().app.request(path, { method: 'POST', headers, body });
      if (response.status < 500) {
        const { result, error } = (await response.json()) as { result: string; error: string | null };
        return [result, error].filter(Boolean).join(': ');
      }
    } catch {
      // The plug was pulled meanwhile.
    }
    await sleep(100);
  }
}

it('W-4 kill -9 between answer and order: each signal trades once, and the position is in step at the end', async () => {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await trader(site.server());
  await site.control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
  const { hookId, url } = (await who.post('/api/hooks', HOOK)).body.hook as { hookId: string; url: string };
  const path = new URL(url).pathname;
  await who.post(`/api/hooks/${hookId}/test`, {});
  await until(async () => {
    expect((await who.post(`/api/hooks/${hookId}/live`, { live: true })).body.error).toBeNull();
  });
  const rounds = isFullSize ? 12 : 4;
  const results: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const action of ['open', 'close']) {
      const body = JSON.stringify({
        id: `${action} ${round}`,
        action,
        pair: 'XRPUSDT',
        time: new Date().toISOString(),
      });
      results.push(await deliver(path, body));
      // Now and then at once, now and then while the order is on its way.
      await sleep((round * 37) % 120);
      await site.crash();
      const again = await deliver(path, body);
      const log = await site.database
        .sql`select action, result, reason, state, outcome from hook_signals where hook_id = ${hookId} order by received_at`;
      expect(again, JSON.stringify(log.slice(-4))).toBe('duplicate');
    }
    // The hook takes fifteen signals in three minutes; those that still wait may do so for 900 s.
    await site.database.sql`update hook_signals set received_at = received_at - 200000
      where received_at > ${Date.now() - 180_000}`;
  }
  expect(new Set(results)).toEqual(new Set(['taken']));
  const signals = () =>
    site.database.sql<{ action: string; state: string; outcome: string | null }[]>`
      select action, state, outcome from hook_signals where hook_id = ${hookId} and result = 'taken'`;
  const patience = { timeout: 90_000, interval: 200 };
  await until(async () => expect((await signals()).filter(({ state }) => state === 'waiting')).toEqual([]), patience);
  // An order that was written right before the end may never have reached the exchange: its signal says so.
  const settled = await signals();
  const failures = new Set(settled.flatMap(({ state, outcome }) => (state === 'done' ? [] : [`${state}: ${outcome}`])));
  const told = new Set([
    'failed: The exchange never received this order: it was not placed.',
    'failed: This hook holds nothing of this pair.',
  ]);
  expect([...failures].filter((sentence) => !told.has(sentence))).toEqual([]);
  const did = (action: string) => settled.filter((row) => row.action === action && row.state === 'done').length;
  // A close is written before it is traded: what was begun is finished after the last start.
  await until(async () => {
    const orders = await site.database.sql<{ side: string; count: number }[]>`
      select side, count(*)::int as count from paper.orders
      where api_key = ${who.paperKey} and executed_qty > 0 group by side`;
    const counts = Object.fromEntries(orders.map(({ side, count }) => [side, count]));
    expect(counts).toEqual({ BUY: did('open'), SELL: did('close') });
    expect(await site.database.sql`select id from order_blocks where open`).toHaveLength(0);
  }, patience);
  expect(did('open')).toBe(did('close'));
  expect(did('open')).toBeGreaterThan(rounds / 2);
}, 600_000);
