import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { disagreements } from '../../../tests/factories/both-books.ts';
import { killableSite, type KillableSite } from '../../../tests/factories/killable-site.ts';
import { XRP_PAIR } from '../../../tests/factories/xrp-deals.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { until } from '../../../tests/setup/until.ts';
import { randomFrom } from '../../exchanges/paper/market/random.ts';

const PEOPLE = 4;
const BLOCKS_EACH = isFullSize ? 50 : 8;
/** An account holds 20. */
const KEYS = 20;
const KILLS = 3;
const SEED = process.env['FLOOD_SEED'] ?? 'flood';
const PATIENCE = { timeout: 900_000, interval: 500 };

let site: KillableSite;
beforeAll(async () => {
  site = await killableSite();
  await price('0.52');
});
afterAll(() => site.close(), 60_000);

const control = (what: string, order: object) => site.exchange.control(what, order);
const price = (at: string) => site.exchange.price('XRPUSDT', at);

type Random = ReturnType<typeof dice>;
function dice(name: string) {
  const { uniform } = randomFrom(`${SEED} ${name}`);
  const between = (least: number, most: number) => least + Math.floor(uniform() * (most - least + 1));
  return { between, oneOf: <T>(all: readonly T[]) => all[between(0, all.length - 1)] as T };
}

const FAULTS: readonly ((random: Random) => object)[] = [
  ({ between }) => ({ kind: 'delay', ms: between(200, 1500), times: between(1, 6) }),
  ({ between }) => ({ kind: 'drop-before', times: between(1, 6) }),
  ({ between }) => ({ kind: 'drop-after', times: between(1, 6) }),
  ({ between }) => ({ kind: 'drop-after', code: -1006, times: between(1, 3) }),
  ({ between }) => ({ kind: 'reject', code: -1003, ms: 1000, times: between(1, 2) }),
  ({ between }) => ({ kind: 'reject', code: -2010, times: between(1, 3) }),
  () => ({ kind: 'reject', code: 429, ms: 1000, times: 1 }),
  () => ({ kind: 'cut-streams' }),
  ({ between }) => ({ kind: 'mute-streams', ms: between(500, 3000) }),
  ({ between }) => ({ kind: 'down', ms: between(500, 3000) }),
];

/** Answers between two faults: a slow machine meets no more of them than a quick one. */
const ANSWERS_A_FAULT = 2;
const isAhead = (answers: readonly unknown[], count: number) => () => answers.length >= count;

/** Until stopped: one fault after the other, and a market that moves by less than a copy may be late by. */
async function disturb(answers: readonly unknown[], signal: AbortSignal): Promise<void> {
  const random = dice('faults');
  while (!signal.aborted) {
    await control('fault', random.oneOf(FAULTS)(random));
    await price(`0.${random.between(5195, 5205)}`);
    // Each start reads 80 keys anew: what an address may ask a minute is told by tests of its own.
    await control('limit', { weight: 0 });
    const isNextDue = isAhead(answers, answers.length + ANSWERS_A_FAULT);
    do await sleep(random.between(1000, 3000));
    while (!isNextDue() && !signal.aborted);
  }
  for (const kind of ['delay', 'drop-before', 'drop-after', 'reject', 'mute-streams', 'down'])
    await control('fault', { kind, times: 0 });
}

/** Some rest below the market, some fill when it comes by, some at once; a few go out with their targets. */
function orderOf(random: Random, index: number): object {
  const at = random.oneOf([0.5, 0.5, 0.5197, 0.521]);
  const targets = index % 13 === 12 ? { takeProfitPrice: 0.55, stopLossPrice: 0.45 } : {};
  return { ...XRP_PAIR, price: at, counterQuantity: 20 + index / 100, counterEarning: true, ...targets };
}

type Person = Parameters<KillableSite['as']>[0];
/** What a person is told of an order; 'cut' is a line that broke, or a server that does not answer for it. */
type Reported = { answer: 'placed'; blockId: string } | { answer: 'lost' | 'refused' | 'wait' | 'cut' };

async function ask(who: Person, order: object, key: string): Promise<Reported> {
  await site.up();
  try {
    const init = { json: order, headers: { 'idempotency-key': key } };
    const { status, body } = await site.as(who).send('POST', '/api/markets/spot/first/buy', init);
    expect([200, 409, 429, 502, 503]).toContain(status);
    if (status === 200 && body.error === null) return { answer: 'placed', blockId: body.orderBlock.blockId };
    expect(body.error).toMatch(/^[A-Z].*\.$/);
    const answer = { 200: 'refused', 409: 'cut', 502: 'lost' }[status] ?? 'wait';
    return { answer } as Reported;
  } catch (error) {
    if (error instanceof TypeError || !site.isUp()) return { answer: 'cut' };
    throw error;
  }
}

/** As a person would: a line that broke is asked about once more, a lost answer is left to be looked up. */
async function send(who: Person, order: object): Promise<Reported> {
  const key = randomUUID();
  const reported = await ask(who, order, key);
  return reported.answer === 'cut' ? ask(who, order, key) : reported;
}

interface Part {
  blockId: string;
  parts: number;
  entries: number;
  unexplained: number;
}
/** Every block's keys: an entry on the exchange, or why there is none. */
const parts = () => site.database.sql<Part[]>`
  select p.block_id as "blockId", count(*)::int as parts,
    count(*) filter (where e.on_exchange)::int as entries,
    count(*) filter (where e.on_exchange is not true and coalesce(p.reason, e.reason) is null)::int as unexplained
  from positions p left join lateral (
    select bool_or(o.exchange_order_id is not null) as on_exchange, max(o.reason) as reason
    from orders o where o.user_id = p.user_id and o.position_id = p.id and o.leg = 'entry') e on true
  group by p.block_id`;

const TOTAL = PEOPLE * BLOCKS_EACH;
const blocksOf = (reported: readonly Reported[]) =>
  reported.flatMap((each) => (each.answer === 'placed' ? [each.blockId] : []));

/** So many blocks that are placed, a few a second: 30 orders in 10 s are the most. */
async function sendAll(who: Person, { name, received }: { name: string; received: Reported[] }): Promise<void> {
  const random = dice(name);
  let placed = 0;
  for (let index = 0; placed < BLOCKS_EACH; index += 1) {
    const reported = await send(who, orderOf(random, index));
    received.push(reported);
    if (reported.answer === 'placed') placed += 1;
    await sleep(reported.answer === 'placed' ? random.between(100, 400) : 700);
  }
}

/** At random moments, while orders are on their way. */
async function kill(received: readonly Reported[]): Promise<void> {
  const random = dice('kills');
  for (let part = 0; part < KILLS; part += 1) {
    const from = Math.round((TOTAL / KILLS) * part);
    const after = from + random.between(1, Math.round(TOTAL / KILLS / 2));
    await until(() => expect(blocksOf(received).length).toBeGreaterThanOrEqual(after), PATIENCE);
    await sleep(random.between(0, 300));
    await site.crash();
  }
}

it(`${PEOPLE * BLOCKS_EACH} blocks on 20 keys each while everything goes wrong and the server is killed three times: once each, nothing forgotten`, async () => {
  const random = dice('balances');
  const free = () => ['2000', ...Array.from({ length: KEYS - 1 }, () => String(random.between(1000, 4000)))];
  const people = await site.people(Array.from({ length: PEOPLE }, free));
  await site.start();
  const storm = new AbortController();
  const received: Reported[] = [];
  const disturbing = disturb(received, storm.signal);
  try {
    await Promise.all([
      kill(received),
      ...people.map((who, index) => sendAll(who, { name: `person ${index}`, received })),
    ]);
  } finally {
    storm.abort();
    await disturbing;
  }

  const books = [site.database.sql, site.exchange.database.sql] as const;
  await until(async () => expect(await disagreements(...books)).toEqual([]), PATIENCE);
  const blocks = await parts();
  expect(blocks.filter((block) => block.parts !== KEYS || block.unexplained > 0)).toEqual([]);
  const known = new Map(blocks.map(({ blockId, entries }) => [blockId, entries]));
  const promised = blocksOf(received).map((blockId) => known.get(blockId) ?? 0);
  expect(promised).toHaveLength(TOTAL);
  expect(Math.min(...promised)).toBeGreaterThan(0);
  // What does not get through is an exception even now.
  expect(promised.reduce((sum, entries) => sum + entries, 0)).toBeGreaterThan((TOTAL * KEYS) / 2);
  if (isFullSize) expect(received.some(({ answer }) => answer === 'lost')).toBe(true);
}, 1_200_000);
