import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { expect } from 'vitest';
import { max } from '../../server/contracts/rules/decimal.ts';
import { priceLines } from '../../server/domain/strategies/rounds/price-lines.ts';
import { until } from '../setup/until.ts';
import { calm, type Dice, dice, weather } from './episode-weather.ts';
import { FAULTS } from './episode.ts';
import { judgeGrid, totalOf } from './grid-oracle.ts';
import type { KillableSite } from './killable-site.ts';
import type { Control } from './paper-control.ts';

const FREE = '1000';
/** Less than a level trades. */
const COINS_TAKEN = new Big(25);
/** Less is missing to no order: a step, or what it costs. */
const TOLERATED = { coins: new Big('0.1'), money: new Big('0.06') };
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

/** What an account has besides its run's at the start, and what another hand took of it since. */
interface Account {
  own: Big;
  tookCoins: Big;
  tookMoney: Big;
}

/** One person whose grid runs on several keys. */
interface Owner {
  who: Person;
  botId: string;
  /** By the id of each key. */
  keys: ReadonlyMap<string, string>;
  /** By key as the exchange names it. */
  accounts: Map<string, Account>;
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
  return { who, botId, keys: new Map(keys.map(({ id, apiKey }) => [id, apiKey])), accounts: new Map() };
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
  for (const owner of owners)
    for (const { uid, given } of await runsOf(world, owner))
      owner.accounts.set(owner.keys.get(uid) ?? '', {
        own: new Big(FREE).minus(given.counter),
        tookCoins: new Big(0),
        tookMoney: new Big(0),
      });
  return owners;
}

async function runsOf(world: KillableSite, { who, botId }: Owner): Promise<Run[]> {
  const { status, body } = await world.as(who).get(`/api/bots/${botId}`);
  expect(status).toBe(200);
  return body.runs as Run[];
}

const GIVEN_UP = /^Given up/;
const gaveUp = ({ idle }: Level): boolean => GIVEN_UP.test(idle ?? '');

/** A level that gave up for what another hand took has nothing in the book; no more of them than was taken explains. */
async function judgeKey(
  { exchange }: KillableSite,
  { key, run, account }: { key: string; run: Run; account: Account | undefined },
) {
  const found = await judgeGrid(exchange.database.sql, { key, lines: LINES });
  const given = run.levels.filter(gaveUp).map(({ number }) => `level ${number} has no order in the book`);
  const most = account?.tookCoins.gt(0) ? 1 : 0;
  const twice = given.length > most ? [`${given.length} levels gave up, and ${most} had to`] : [];
  return {
    twice: [...found.twice, ...twice],
    forgotten: found.forgotten.filter((what) => !given.includes(what)),
  };
}

async function judgeBook(world: KillableSite, owner: Owner): Promise<Pick<BotVerdict, 'twice' | 'forgotten'>> {
  const judged = [];
  for (const run of await runsOf(world, owner)) {
    const key = owner.keys.get(run.uid) ?? '';
    judged.push(await judgeKey(world, { key, run, account: owner.accounts.get(key) }));
  }
  return { twice: judged.flatMap(({ twice }) => twice), forgotten: judged.flatMap(({ forgotten }) => forgotten) };
}

const isIdle = (level: Level): boolean => !level.resting && !gaveUp(level);

/** As its owner would: what was canceled by hand is put back, what is paused or asks goes on, until all is quiet. */
async function settled(world: KillableSite, owner: Owner): Promise<void> {
  await until(async () => {
    const post = (name: string, json: object) => world.as(owner.who).post(`/api/bots/${owner.botId}/${name}`, json);
    const runs = await runsOf(world, owner);
    if (runs.some(({ state }) => state === 'paused')) await post('resume', {});
    if (runs.some(({ state }) => state === 'attention')) await post('adopt', { choice: 'go-on' });
    if (runs.some(({ levels }) => levels.some(({ asksOwner }) => asksOwner)))
      await post('adopt', { choice: 'put-back' });
    const open = runs.filter(({ state, levels }) => state !== 'running' || levels.some(isIdle));
    expect(open.map(({ state, reason, levels }) => [state, reason, levels.find(isIdle)])).toEqual([]);
    // What the server has not received yet, it does not know to be open.
    const judged = await judgeBook(world, owner);
    // That another hand took something shows once the balances have been looked at twice.
    expect([...judged.twice, ...judged.forgotten, ...(await books(world, owner))]).toEqual([]);
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

/** Coins of a sale that is canceled first, or all the money that is not the bot's and a little of the bot's; once of an account. */
async function takeByHand(world: KillableSite, control: Control, of: { key: string; account: Account; random: Dice }) {
  const { key, account, random } = of;
  if (account.tookCoins.gt(0) || account.tookMoney.gt(0)) return;
  const money = account.own.plus('0.4');
  const takes = (asset: string, amount: Big) =>
    control('balance', { key, asset, delta: amount.times(-1).toFixed() }).then(
      () => true,
      () => false,
    );
  if (random.chance(0.5)) {
    if (await takes('USDT', money)) account.tookMoney = money;
    return;
  }
  const [order] = await world.exchange.database.sql<{ id: string }[]>`
    select client_order_id as id from paper.orders
    where api_key = ${key} and status = 'NEW' and time_in_force = 'GTC' and side = 'SELL' limit 1`;
  if (!order) return;
  await control('order', { key, symbol: 'XRPUSDT', clientOrderId: order.id, do: 'cancel' }).catch(
    () => 'it has filled',
  );
  if (await takes('XRP', COINS_TAKEN)) account.tookCoins = COINS_TAKEN;
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
    const account = owner.accounts.get(key);
    if (account && chance(0.03)) await takeByHand(world, control, { key, account, random });
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

const NOT_TAKEN = { tookCoins: new Big(0), tookMoney: new Big(0) };

/** What the exchange has of an account, compared with what its run says, in coins and money. */
function offBy(run: Run, has: { base: Big; counter: Big }, taken: Pick<Account, 'tookCoins' | 'tookMoney'>): string[] {
  const { uid, given, owned, result } = run;
  const { tookCoins, tookMoney } = taken;
  const own = new Big(FREE).minus(given.counter);
  const money = max(new Big(0), own.minus(tookMoney)).plus(owned.counter);
  // As the wire has it, eight decimals.
  const coinsOff = tookCoins.gt(0) ? TOLERATED.coins : new Big('1e-8');
  const moneyOff = tookMoney.gt(own) ? TOLERATED.money : new Big('2e-8');
  const isOff = (one: Big, other: Big.BigSource, most: Big) => one.minus(other).abs().gt(most);
  const found: string[] = [];
  if (isOff(has.base, owned.base, coinsOff))
    found.push(`${uid} says ${owned.base} XRP, the exchange ${has.base.toFixed()}`);
  if (isOff(has.counter, money, moneyOff))
    found.push(`${uid} says ${money.toFixed()} USDT, the exchange ${has.counter.toFixed()}`);
  const worth = has.counter.plus(tookMoney).minus(FREE).plus(has.base.times('0.52'));
  // At which price coins went is not known here.
  if (result && tookCoins.eq(0) && isOff(worth, result.total, moneyOff))
    found.push(`${uid} says a total of ${result.total}, the exchange's balances say ${worth.toFixed()}`);
  return found;
}

async function books(world: KillableSite, owner: Owner): Promise<string[]> {
  const { sql } = world.exchange.database;
  const found: string[] = [];
  for (const run of await runsOf(world, owner)) {
    const { uid, result } = run;
    const key = owner.keys.get(uid) ?? '';
    const has = { base: await totalOf(sql, key, 'XRP'), counter: await totalOf(sql, key, 'USDT') };
    found.push(...offBy(run, has, owner.accounts.get(key) ?? NOT_TAKEN));
    const sum = result && new Big(result.rounds).plus(result.position).minus(result.total);
    if (!sum?.abs().lt('1e-8')) found.push(`${uid}: its results do not add up: ${JSON.stringify(result)}`);
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
