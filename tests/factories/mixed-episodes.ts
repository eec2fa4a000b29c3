import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../setup/until.ts';
import { FAULTS } from './episode.ts';
import { calm, type Dice, dice, priceAt } from './episode-weather.ts';
import type { KillableSite } from './killable-site.ts';
import {
  BASKET_PRICES,
  DEAL_TYPES,
  type Detail,
  fund,
  MONEY,
  openByBars,
  signal,
  startAll,
  SYMBOLS,
  tradedDeals,
} from './mixed-bots.ts';
import { BEGIN, detailsOf, ENDS_BY_ITSELF, judge, standing, type Trader } from './mixed-verdict.ts';
import type { Control } from './paper-control.ts';

const STORM_MS = 6000;
const PATIENCE = { timeout: 150_000, interval: 1000 };
const KEYS = 3;
/** Stops, take profits and units of all deals on one pair. */
const STOPS_AT_ONCE = 20;

export const controlOf =
  ({ exchange }: KillableSite): Control =>
  async (what, body) => {
    const { status, body: said } = await exchange.control(what, body);
    expect(status, JSON.stringify(said)).toBe(200);
  };

async function priceAll(control: Control, price: string): Promise<void> {
  const basket = Object.entries(BASKET_PRICES).map(([asset, at]) => [`${asset}USDT`, at] as const);
  const all = [...SYMBOLS.map((symbol) => [symbol, price] as const), ...basket];
  await Promise.all(all.map(([symbol, at]) => control('price', { symbol, price: at })));
}

async function quiet(control: Control): Promise<void> {
  await control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: STOPS_AT_ONCE });
  await priceAll(control, BEGIN);
}

interface Storm {
  world: KillableSite;
  control: Control;
  signal: AbortSignal;
  /** Orders are refused and pairs halt: both are tried again after a minute. */
  slow: boolean;
}

/** All prices move together; streams are cut, and pairs halt. */
async function weather({ control, signal: over, slow }: Storm, random: Dice): Promise<void> {
  let at = 5200;
  for (let turn = 0; !over.aborted; turn += 1) {
    at = Math.min(5700, Math.max(4700, at + random.between(-45, 45)));
    await priceAll(control, String(priceAt(at))).catch(() => 'one of them does not trade just now');
    if (turn % 12 === 7) await control('fault', { kind: 'cut-streams' });
    if (slow && turn % 14 === 9) {
      const symbol = random.oneOf(SYMBOLS);
      await control('pair', { symbol, status: random.oneOf(['HALT', 'BREAK', 'CANCEL_ONLY'] as const) });
      await sleep(1000);
      await control('pair', { symbol, status: 'TRADING' });
    }
    await sleep(250);
  }
}

const SIGNALS_EVERY = 0.25;
/** Two in a row are taken for coins that another hand took, and a block asks its owner. */
const NEVER = 'refused for funds';

/** What goes wrong for the accounts of one person, and what signals and bars tell their bots meanwhile. */
async function trouble({ world, control, signal: over, slow }: Storm, { bots, keys }: Trader, random: Dice) {
  const isMeant = (name: string): boolean => name !== NEVER && (slow || name !== 'refused');
  const faults = Object.entries(FAULTS).flatMap(([name, fault]) => (isMeant(name) ? [fault] : []));
  while (!over.aborted) {
    await sleep(random.between(100, 400));
    if (random.chance(0.6)) await control('fault', random.oneOf(faults)(random.oneOf(keys).apiKey));
    if (random.chance(SIGNALS_EVERY)) await signal(world, bots.hook, random.chance(0.7) ? 'open' : 'close');
    if (random.chance(SIGNALS_EVERY)) await openByBars(world, 0.52).catch(() => 'the next bar');
  }
}

/** A bot that its losses leave too little for a deal asks; there is nothing to decide. */
const TOO_LITTLE = /left; a deal needs/;

function isQuiet({ type, state, reason, runs }: Detail): boolean {
  if (runs.some(({ levels }) => levels.some(({ asksOwner }) => asksOwner))) return false;
  if (state === 'stopped') return ENDS_BY_ITSELF.has(type);
  return state === 'running' || (state === 'attention' && TOO_LITTLE.test(reason ?? ''));
}

/** As its owner would: what is paused or asks goes on, until all is quiet and the book agrees. */
export async function settled(world: KillableSite, trader: Trader): Promise<string[]> {
  const { bots } = trader;
  let open: string[] = [];
  await until(async () => {
    const { details, found } = await judge(world, trader);
    for (const { botId, state, runs } of details) {
      const press = (name: string, json: object) => world.as(bots.who).post(`/api/bots/${botId}/${name}`, json);
      if (runs.some((run) => run.state === 'paused')) await press('resume', {});
      if (state === 'attention') await press('adopt', { choice: 'go-on' });
      if (runs.some(({ levels }) => levels.some(({ asksOwner }) => asksOwner)))
        await press('adopt', { choice: 'put-back' });
    }
    const loud = details.filter((bot) => !isQuiet(bot));
    open = [...loud.map(({ type, state, reason }) => `${type} is ${state}: ${reason}`), ...found];
    expect(open).toEqual([]);
  }, PATIENCE).catch(() => 'what is open is told');
  return open;
}

/** Each of them, its coins sold: nothing rests any more. */
export async function stopAll(world: KillableSite, trader: Trader): Promise<string[]> {
  const { bots } = trader;
  let left: string[] = [];
  await until(async () => {
    const { details, found } = await judge(world, trader);
    const active = details.filter(({ state }) => state !== 'stopped');
    for (const { botId, state } of active)
      if (state !== 'stopping') await world.as(bots.who).post(`/api/bots/${botId}/stop`, { coins: 'sell' });
    left = [...active.map(({ type, state, reason }) => `${type} does not end: ${state} ${reason}`), ...found];
    expect(left).toEqual([]);
  }, PATIENCE).catch(() => 'what is left is told');
  return left;
}

/** People with a main key and two copy keys each, with all types of bots at work. */
export async function traders(world: KillableSite, people: number): Promise<Trader[]> {
  const control = controlOf(world);
  await control('limit', { weight: 10_000_000 });
  await quiet(control);
  const groups = Array.from({ length: people }, () => Array.from({ length: KEYS }, () => String(MONEY)));
  const found = await world.people(groups);
  for (const who of found) await fund(world, who);
  const before = await standing(world);
  await world.start();
  const made: Trader[] = [];
  for (const who of found) {
    const keys = who.keys.map(({ uid, key }) => ({ id: uid, apiKey: key }));
    made.push({ who, keys, before, bots: await startAll(world, who) });
  }
  return made;
}

/** Above the trigger of a turtle bot's first unit, which is counted from `BEGIN`. */
const BROKEN_OUT = '0.521';

/** Before anything goes wrong each type that opens deals has bought something: a storm may leave no time for it. */
async function openEach(world: KillableSite, all: readonly Trader[]): Promise<string[]> {
  await priceAll(controlOf(world), BROKEN_OUT);
  let missing: readonly string[] = DEAL_TYPES;
  await until(async () => {
    const traded = await tradedDeals(world);
    missing = DEAL_TYPES.filter((type) => !traded[type]);
    if (missing.includes('signal')) for (const { bots } of all) await signal(world, bots.hook, 'open');
    if (missing.length > 0) await openByBars(world, Number(BEGIN));
    expect(missing).toEqual([]);
  }, PATIENCE).catch(() => 'what has bought nothing is told');
  return missing.map((type) => `no deal of ${type} has bought anything`);
}

/** Each run of levels, each basket, and each key on which deals are opened. */
const episodesOf = (details: readonly Detail[]): number =>
  details.reduce((sum, { type, runs }) => sum + (runs.length > 1 || type === 'basket' ? runs.length : KEYS), 0);

export interface Round {
  seed: string;
  people: number;
  slow: boolean;
}

/** One round: all types at once on new accounts, faults, a power cut, then calm, and what the book says; and once more when all have ended. */
export async function playMixedRound(world: KillableSite, { seed, people, slow }: Round) {
  const control = controlOf(world);
  const random = dice(seed);
  const all = await traders(world, people);
  const found: string[] = [];
  const each = async (what: (world: KillableSite, trader: Trader) => Promise<string[]>): Promise<void> => {
    found.push(...(await Promise.all(all.map((trader) => what(world, trader)))).flat());
  };
  await each(settled);
  found.push(...(await openEach(world, all)));
  const over = new AbortController();
  const storm: Storm = { world, control, signal: over.signal, slow };
  const troubles = all.map((trader, at) => trouble(storm, trader, dice(`${seed} ${at}`)));
  const blowing = weather(storm, dice(`${seed} weather`));
  await sleep(random.between(500, 4000));
  const crashed = world.crash(() => sleep(random.between(0, 800)));
  await sleep(STORM_MS);
  over.abort();
  await Promise.all([blowing, crashed, ...troubles]);
  await calm(control);
  await quiet(control);
  await world.up();
  await each(settled);
  const details = (await Promise.all(all.map(({ bots }) => detailsOf(world, bots)))).flat();
  await each(stopAll);
  const [row] = await world.exchange.database.sql<{ count: number }[]>`select count(*)::int as count from paper.trades`;
  return { episodes: episodesOf(details), trades: row?.count ?? 0, deals: await tradedDeals(world), found };
}
