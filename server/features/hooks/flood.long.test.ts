import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperProcess, type PaperProcess } from '../../../tests/factories/paper-process.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { until } from '../../../tests/setup/until.ts';

const HOOKS = 20;
/** Of a hook: each is sent this often, the last before the one after next. */
const [SIGNALS, REPEATS, KILLS] = isFullSize ? [50, 10, 5] : [6, 4, 2];
const ACTIONS = ['open', 'close'] as const;
const PEOPLE = 4;

let site: PaperProcess;
beforeAll(async () => {
  site = await paperProcess();
});
afterAll(() => site.close());

const TEMPLATE = {
  market: 'binance',
  pairs: ['xrp_usdt'],
  actions: ACTIONS,
  amount: { fixed: 20 },
  copies: false,
  perDay: 500,
  perDayUsdt: 100_000,
  maxAge: 900,
};

type Trader = Awaited<ReturnType<typeof trader>>;
interface Hook {
  hookId: string;
  path: string;
}

/** The limits of a minute and of three are of other tests; what waits keeps its age. */
async function makeRoom(): Promise<void> {
  await site.database.sql`delete from request_limits`;
  await site.database.sql`update hook_signals set received_at = received_at - 200000
    where received_at > ${Date.now() - 180_000} and state <> 'waiting'`;
}

async function liveHook(who: Trader, name: string): Promise<Hook> {
  const { hookId, url } = (await who.post('/api/hooks', { ...TEMPLATE, name })).body.hook as {
    hookId: string;
    url: string;
  };
  await who.post(`/api/hooks/${hookId}/test`, {});
  await until(async () => {
    await makeRoom();
    expect((await who.post(`/api/hooks/${hookId}/live`, { live: true })).body.error).toBeNull();
  });
  return { hookId, path: new URL(url).pathname };
}

interface Answer {
  result: string;
  id: string;
  error: string | null;
}

/** As senders do: again while the site is away, has no room, or says 5xx. */
async function deliver(path: string, body: string): Promise<Answer> {
  for (;;) {
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await site.server().app.request(path, { method: 'POST', headers, body });
      if (response.status < 429) return (await response.json()) as Answer;
      await response.body?.cancel();
    } catch {
      // The plug was pulled meanwhile.
    }
    await sleep(50);
  }
}

/** The same on each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Each signal of a hook as often as it is sent, those of about the same time in any order. */
function callsOf({ hookId }: Hook, random: () => number): string[] {
  const time = new Date().toISOString();
  const all = Array.from({ length: SIGNALS * REPEATS }, (_, at) => {
    const number = Math.floor(at / REPEATS);
    const body = { id: `${hookId} ${number}`, action: ACTIONS[number % 2], pair: 'XRPUSDT', time };
    return { body: JSON.stringify(body), place: at + random() * REPEATS * 1.5 };
  });
  return all.toSorted((one, other) => one.place - other.place).map(({ body }) => body);
}

const PATIENCE = { timeout: 120_000, interval: 250 };

async function liveHooks() {
  await site.control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const people: Trader[] = [];
  const hooks: Hook[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const who = await trader(site.server());
    await site.control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
    people.push(who);
    for (let at = 0; at < HOOKS / PEOPLE; at += 1) hooks.push(await liveHook(who, `Hook ${at}`));
  }
  return { people, hooks };
}

type Answers = ReadonlyMap<string, readonly Answer[]>;

/** Of equal calls one is decided, each other is answered with its id. */
async function expectOnce(answers: Answers): Promise<void> {
  expect(answers.size).toBe(HOOKS * SIGNALS);
  for (const all of answers.values()) {
    const firsts = all.filter(({ result }) => result !== 'duplicate');
    expect(firsts.length).toBeLessThanOrEqual(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    for (const { result, error } of firsts)
      if (result !== 'taken') expect([result, error]).toEqual(['refused', expect.stringMatching(/\w/)]);
  }
  const [rows] = await site.database.sql<{ taken: number; refused: number }[]>`
    select count(*) filter (where result = 'taken')::int as taken, count(*) filter (where result = 'refused')::int as refused
    from hook_signals`;
  expect((rows?.taken ?? 0) + (rows?.refused ?? 0)).toBe(HOOKS * SIGNALS);
  expect(rows?.taken).toBeGreaterThan((HOOKS * SIGNALS) / 2);
}

/** What was taken is done, or failed for a reason that a kill can have. */
async function expectSettled(): Promise<void> {
  await until(
    async () => expect(await site.database.sql`select id from hook_signals where state = 'waiting'`).toEqual([]),
    PATIENCE,
  );
  const failures = await site.database.sql<{ outcome: string }[]>`
    select distinct outcome from hook_signals where result = 'taken' and state <> 'done'`;
  const told = new Set([
    'The exchange never received this order: it was not placed.',
    'This hook holds nothing of this pair.',
    'out of step: this hook still holds its position.',
  ]);
  expect(failures.map(({ outcome }) => outcome).filter((sentence) => !told.has(sentence))).toEqual([]);
}

/** What a sale leaves over is less than a step of the pair. */
const STEP = 0.1;

/** Coins that the account has, by the exchange's own book, are those of open blocks and what sales left over. */
async function expectSameCoins({ email, paperKey }: Trader, sales: number): Promise<void> {
  const [account] = await site.database.sql<{ coins: number }[]>`
    select coalesce(sum(free + locked), 0)::float8 as coins from paper.balances
    where api_key = ${paperKey} and asset = 'XRP'`;
  const [open] = await site.database.sql<{ coins: number }[]>`
    select coalesce(sum(case o.side when 'buy' then f.quantity else -f.quantity end
      - case f.commission_asset when 'XRP' then f.commission else 0 end), 0)::float8 as coins
    from order_blocks b join users u using (user_id)
      join orders o on o.user_id = b.user_id and o.block_id = b.id
      join fills f on f.user_id = o.user_id and f.order_id = o.id
    where u.email = ${email} and b.open`;
  const leftOver = (account?.coins ?? 0) - (open?.coins ?? 0);
  expect(leftOver).toBeGreaterThan(-1e-6);
  expect(leftOver).toBeLessThan(STEP * sales + 1e-6);
}

/** As many purchases and sales in the exchange's book as signals did, and what is held is what is open. */
async function expectInStep(people: readonly Trader[]): Promise<void> {
  for (const who of people) {
    await until(async () => {
      const [did] = await site.database.sql<{ opens: number; closes: number }[]>`
        select count(*) filter (where action = 'open')::int as opens, count(*) filter (where action = 'close')::int as closes
        from hook_signals s join users u using (user_id)
        where u.email = ${who.email} and result = 'taken' and state = 'done'`;
      const [book] = await site.database.sql<{ buys: number; sells: number }[]>`
        select count(*) filter (where side = 'BUY')::int as buys, count(*) filter (where side = 'SELL')::int as sells
        from paper.orders where api_key = ${who.paperKey} and executed_qty > 0`;
      expect(book).toEqual({ buys: did?.opens, sells: did?.closes });
      const held = await site.database.sql<{ blocks: number }[]>`
        select count(*)::int as blocks from order_blocks b join hook_signals s on s.user_id = b.user_id and s.block_id = b.id
        join users u on u.user_id = b.user_id where u.email = ${who.email} and b.open group by s.hook_id`;
      expect(held.filter(({ blocks }) => blocks > 1)).toEqual([]);
      expect(held.length).toBe((did?.opens ?? 0) - (did?.closes ?? 0));
      await expectSameCoins(who, did?.closes ?? 0);
    }, PATIENCE);
  }
}

it('W-4, W-5, W-9 calls with repeats, out of order and through kill -9: each signal trades once or is refused, in step at the end', async () => {
  const { people, hooks } = await liveHooks();
  const random = randomFrom(7);
  let answered = 0;
  const answers = new Map<string, Answer[]>();
  const room = setInterval(() => void makeRoom().catch(() => {}), 200);
  const lanes = hooks.map(async (hook) => {
    for (const body of callsOf(hook, random)) {
      const answer = await deliver(hook.path, body);
      answers.set(body, [...(answers.get(body) ?? []), answer]);
      answered += 1;
    }
  });
  const calls = HOOKS * SIGNALS * REPEATS;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const due = (calls * kill) / (KILLS + 1);
    await until(() => expect(answered).toBeGreaterThan(due), { timeout: 170_000 });
    await site.crash();
  }
  await Promise.all(lanes);
  clearInterval(room);
  expect(answered).toBe(calls);
  await expectOnce(answers);
  await expectSettled();
  await expectInStep(people);
}, 600_000);
