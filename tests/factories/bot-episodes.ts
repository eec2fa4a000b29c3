import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { expect } from 'vitest';
import { priceLines } from '../../server/domain/strategies/rounds/price-lines.ts';
import { until } from '../setup/until.ts';
import { calm, type Dice, dice, weather } from './episode-weather.ts';
import { FAULTS } from './episodes.ts';
import { judgeGrid, totalOf } from './grid-oracle.ts';
import type { KillableSite } from './killable-site.ts';
import type { Control } from './paper-control.ts';

const FREE = '1000';
const STORM_MS = 4500;
const PATIENCE = { timeout: 150_000, interval: 1000 };
const GRID = { low: 0.46, high: 0.58, steps: 20, spacing: 'amount', size: 'amount', invest: 600, heldMirrors: 2 };
const LINES = priceLines(
  { low: new Big(GRID.low), high: new Big(GRID.high), steps: GRID.steps, spacing: 'amount' },
  new Big('0.0001'),
);
/** What is refused is not sent again for a minute: such rounds last longer. */
const SLOW = new Set(['refused', 'refused for funds']);

type Person = Awaited<ReturnType<KillableSite['people']>>[number];

interface Level {
  number: number;
  resting: boolean;
  asksOwner: boolean;
  idle: string | null;
}
interface Run {
  uid: string;
  state: string;
  reason: string | null;
  given: { base: number; counter: number };
  owned: { base: number; counter: number };
  result: { total: number; rounds: number; position: number } | null;
  levels: Level[];
}

/** One person whose grid runs on several keys. */
interface Owner {
  who: Person;
  botId: string;
  /** By the id of each key. */
  keys: ReadonlyMap<string, string>;
}

export interface BotVerdict {
  twice: string[];
  forgotten: string[];
  wrongBooks: string[];
}

const controlOf =
  ({ exchange }: KillableSite): Control =>
  async (what, body) => {
    const { status, body: said } = await exchange.control(what, body);
    expect(status, JSON.stringify(said)).toBe(200);
  };

async function ownerOf(world: KillableSite, who: Person, name: string): Promise<Owner> {
  const bot = { name, type: 'grid', settings: GRID, market: 'binance', symbolName: 'xrp_usdt', copyKeys: true };
  const botId = await until(async () => {
    const { body } = await world.as(who).post('/api/bots', bot);
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }, PATIENCE);
  await until(async () => {
    const { body } = await world.as(who).post(`/api/bots/${botId}/start`, { warned: true });
    expect(body.error === null || String(body.error).startsWith('A bot runs already')).toBe(true);
  }, PATIENCE);
  const keys = await world.database.sql<{ id: string; apiKey: string }[]>`
    select k.id, k.api_key as "apiKey" from keys k join users u on u.user_id = k.user_id where u.email = ${who.email}`;
  return { who, botId, keys: new Map(keys.map(({ id, apiKey }) => [id, apiKey])) };
}

/** People with so many runs together, each on a key of its own, all of them resting on their lines. */
export async function botOwners(
  world: KillableSite,
  { people, keys }: { people: number; keys: number },
): Promise<Owner[]> {
  const control = controlOf(world);
  await control('limit', { weight: 10_000_000 });
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const found = await world.people(Array.from({ length: people }, () => Array.from({ length: keys }, () => FREE)));
  const accounts = await world.database.sql<{ apiKey: string }[]>`select api_key as "apiKey" from keys`;
  for (const { apiKey } of accounts) await control('balance', { key: apiKey, asset: 'XRP', free: '0' });
  await world.start();
  const owners: Owner[] = [];
  for (const [at, who] of found.entries()) owners.push(await ownerOf(world, who, `Grid ${at}`));
  await Promise.all(owners.map((owner) => settled(world, owner)));
  return owners;
}

async function runsOf(world: KillableSite, { who, botId }: Owner): Promise<Run[]> {
  const { status, body } = await world.as(who).get(`/api/bots/${botId}`);
  expect(status).toBe(200);
  return body.runs as Run[];
}

async function judgeBook(
  { exchange }: KillableSite,
  { keys }: Owner,
): Promise<Pick<BotVerdict, 'twice' | 'forgotten'>> {
  const judged = [];
  for (const key of keys.values()) judged.push(await judgeGrid(exchange.database.sql, { key, lines: LINES }));
  return { twice: judged.flatMap(({ twice }) => twice), forgotten: judged.flatMap(({ forgotten }) => forgotten) };
}

/** As its owner would: what was canceled by hand is put back, what is paused or asks goes on, until all is quiet. */
async function settled(world: KillableSite, owner: Owner): Promise<void> {
  await until(async () => {
    const post = (name: string, json: object) => world.as(owner.who).post(`/api/bots/${owner.botId}/${name}`, json);
    const runs = await runsOf(world, owner);
    if (runs.some(({ state }) => state === 'paused' || state === 'attention')) await post('resume', {});
    if (runs.some(({ levels }) => levels.some(({ asksOwner }) => asksOwner)))
      await post('adopt', { choice: 'put-back' });
    const open = runs.filter(({ state, levels }) => state !== 'running' || levels.some(({ resting }) => !resting));
    expect(open.map(({ state, reason, levels }) => [state, reason, levels.find(({ resting }) => !resting)])).toEqual(
      [],
    );
    // What the server has not heard of yet, it does not know to be open.
    const judged = await judgeBook(world, owner);
    expect([...judged.twice, ...judged.forgotten]).toEqual([]);
  }, PATIENCE).catch(() => 'it is counted by the book');
}

async function cancelByHand(world: KillableSite, control: Control, key: string): Promise<void> {
  const [order] = await world.exchange.database.sql<{ id: string }[]>`
    select client_order_id as id from paper.orders
    where api_key = ${key} and status = 'NEW' and time_in_force = 'GTC' limit 1`;
  if (!order) return;
  const named = { key, symbol: 'XRPUSDT', clientOrderId: order.id, do: 'cancel' } as const;
  await control('order', named).catch(() => 'it was filled a moment before');
}

interface Storm {
  world: KillableSite;
  control: Control;
  random: Dice;
  signal: AbortSignal;
  /** Orders may be refused. */
  refuses: boolean;
}

/** What goes wrong for the accounts of one person, and what that person presses meanwhile. */
async function trouble({ world, control, random, signal, refuses }: Storm, owner: Owner): Promise<void> {
  const { between, chance, oneOf } = random;
  const faults = Object.keys(FAULTS).filter((name) => refuses || !SLOW.has(name));
  const keys = [...owner.keys.values()];
  while (!signal.aborted) {
    await sleep(between(50, 250));
    const key = oneOf(keys);
    const fault = FAULTS[oneOf(faults)];
    if (fault && chance(0.7)) await control('fault', fault(key));
    if (chance(0.08)) await cancelByHand(world, control, oneOf(keys));
    if (!world.isUp() || !chance(0.04)) continue;
    const [name, json] = oneOf([
      ['pause', { takeDown: true }],
      ['pause', { takeDown: false }],
      ['resume', {}],
    ] as const);
    await world
      .as(owner.who)
      .post(`/api/bots/${owner.botId}/${name}`, json)
      .catch(() => 'the server went down meanwhile');
  }
}

async function risingMinimum({ control, random, signal, refuses }: Storm): Promise<void> {
  if (!refuses) return;
  await sleep(random.between(200, 2000));
  if (!signal.aborted) await control('pair', { symbol: 'XRPUSDT', minNotional: '60' });
}

async function books(world: KillableSite, owner: Owner): Promise<string[]> {
  const { sql } = world.exchange.database;
  const found: string[] = [];
  for (const { uid, given, owned, result } of await runsOf(world, owner)) {
    const key = owner.keys.get(uid) ?? '';
    const [base, counter] = [await totalOf(sql, key, 'XRP'), await totalOf(sql, key, 'USDT')];
    const money = new Big(FREE).minus(given.counter).plus(owned.counter);
    // As the wire has it, eight decimals.
    if (base.minus(owned.base).abs().gt('1e-8'))
      found.push(`${uid} says ${owned.base} XRP, the exchange ${base.toFixed()}`);
    if (counter.minus(money).abs().gt('2e-8'))
      found.push(`${uid} says ${money.toFixed()} USDT, the exchange ${counter.toFixed()}`);
    const sum = result && new Big(result.rounds).plus(result.position).minus(result.total);
    if (!sum?.abs().lt('1e-8')) found.push(`${uid}: its results do not add up: ${JSON.stringify(result)}`);
    const worth = counter.minus(FREE).plus(base.times('0.52'));
    if (result && worth.minus(result.total).abs().gt('2e-8'))
      found.push(`${uid} says a total of ${result.total}, the exchange's balances say ${worth.toFixed()}`);
  }
  return found;
}

/** What the exchange's book says of each level, and its balances of each purse, once all is quiet. */
async function judge(world: KillableSite, owners: readonly Owner[]): Promise<BotVerdict> {
  const verdict: BotVerdict = { twice: [], forgotten: [], wrongBooks: [] };
  for (const owner of owners) {
    const { twice, forgotten } = await judgeBook(world, owner);
    verdict.twice.push(...twice);
    verdict.forgotten.push(...forgotten);
    verdict.wrongBooks.push(...(await books(world, owner)));
  }
  return verdict;
}

/** One round of episodes, one for each run: faults, hands, presses and a power cut, then calm, and what the book says. */
export async function playBotRound(
  world: KillableSite,
  owners: readonly Owner[],
  { seed, refuses }: { seed: string; refuses: boolean },
): Promise<BotVerdict> {
  const control = controlOf(world);
  const over = new AbortController();
  const random = dice(seed);
  const storm: Storm = { world, control, random, signal: over.signal, refuses };
  const blowing = weather(control, dice(`${seed} weather`), over.signal);
  const troubles = owners.map((owner, at) => trouble({ ...storm, random: dice(`${seed} ${at}`) }, owner));
  const rising = risingMinimum(storm);
  await sleep(random.between(300, 3000));
  // The price moves on while the server is down.
  const crashed = world.crash(() => sleep(random.between(0, 800)));
  await sleep(STORM_MS);
  over.abort();
  await Promise.all([blowing, rising, crashed, ...troubles]);
  await calm(control);
  await control('pair', { symbol: 'XRPUSDT', minNotional: '5' });
  await world.up();
  // That a minimum has fallen is known once the pair's rules are read again: at a start, or in their time.
  if (refuses) await world.crash();
  await Promise.all(owners.map((owner) => settled(world, owner)));
  return judge(world, owners);
}
