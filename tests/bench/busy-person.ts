import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/database.ts';
import { runningEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import { LADDER } from '../factories/bot-settings.ts';
import { visitor } from '../factories/visitor.ts';
import { multiplyBlocks } from './many-blocks.ts';
import { paperPerson } from './person.ts';

type Person = ReturnType<typeof visitor>;

const PAIRS = ['xrp_usdt', 'xrp_usdt', 'xrp_usdt', 'btc_usdt', 'eth_usdt'] as const;
const market = 'binance';
const DEALS = 25;
const DEALS_EACH = 26;
/** What the history page shows of them at first: those of this month. */
const LEAST_THIS_MONTH = 300;
const OPEN = 50;
const ALERTS = 40;
/** Copy keys of the active key; then main keys with two copies each, up to 20 keys. */
const COPIES = 7;
const OTHER_GROUPS = 4;
/** A person may place 30 orders in 10 s. */
const BETWEEN_ORDERS = 350;

const NAMES = ['Mum', 'Fund', 'Anna', 'Brother', 'Uncle Theodor of Thessaloniki', 'Club', 'Spare'];

async function priceOf(person: Person, symbol: string): Promise<{ last: number; tick: number }> {
  const { body } = await person.get(`/api/markets/spot/${market}/${symbol}`);
  return { last: body.symbolPrice, tick: body.symbol.counterStepSize };
}

interface Block {
  symbolName: string;
  section: 'buy' | 'sell';
  /** Of the market price. */
  factor: number;
  targets?: Record<string, number>;
}

/** A price in whole ticks, so many times the market's. */
async function pricer(person: Person, symbolName: string): Promise<(times: number) => number> {
  const { last, tick } = await priceOf(person, symbolName);
  const decimals = Math.max(0, Math.round(-Math.log10(tick)));
  return (times) => Number((last * times).toFixed(decimals));
}

async function place(
  person: Person,
  nth: number,
  { symbolName, section, factor, targets = {} }: Block,
): Promise<string> {
  const at = await pricer(person, symbolName);
  const order = { market, symbolName, price: at(factor), counterQuantity: 20 + nth, counterEarning: true };
  const wished = Object.entries(targets).map(([name, times]) => [name, at(times)]);
  const path = `/api/markets/spot/first/${section}`;
  const { body } = await person.post(path, { ...order, ...Object.fromEntries(wished) });
  if (body.error !== null) console.error(`${section} ${symbolName}: ${body.error ?? JSON.stringify(body)}`);
  await sleep(BETWEEN_ORDERS);
  return body.orderBlock?.blockId ?? '';
}

/** By the clock of the browser that shows it. */
const monthStart = (now: number): number => {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth()).getTime();
};

/** Closed deals, most of them copies in the database of those that were made; half of them of this month. */
async function makeDeals(person: Person, dataDir: string): Promise<void> {
  for (let nth = 0; nth < DEALS; nth += 1)
    await place(person, nth, { symbolName: PAIRS[nth % PAIRS.length] ?? 'xrp_usdt', section: 'buy', factor: 1.002 });
  await person.send('PUT', '/api/markets/spot/close-all', { json: { market } });
  const database = openDatabase(await runningEmbedded(dataDir, createLog('error')), { max: 1 });
  await sleep(2000);
  await multiplyBlocks(database, DEALS_EACH - 1);
  const now = Date.now();
  const [thisMonth, twoMonths] = [now - monthStart(now), 60 * 86_400_000];
  await database.sql`update order_blocks block set created_at = created_at - earlier.ms, closed_at = closed_at - earlier.ms
    from (select id, (random() * case when row_number() over (order by id) % 2 = 0 then ${thisMonth}::float8
      else ${twoMonths}::float8 end)::bigint as ms from order_blocks) earlier where earlier.id = block.id`;
  // Without the request to prove the address, dialogs of the account open at once.
  await database.sql`update users set email_verified_at = ${now}`;
  // Statements are planned by what the tables had before.
  await database.sql`analyze`;
  await database.close();
  const { body } = await person.get(`/api/history/deals?scope=all&from=${monthStart(now)}&page=0&size=1`);
  if (body.total < LEAST_THIS_MONTH) throw new Error(`The history of this month has ${body.total} blocks alone.`);
}

async function paperKey(person: Person, path: string, more: Record<string, string>): Promise<string> {
  const { body: pair } = await person.post('/api/paper/key', {});
  const { body } = await person.post(path, { market, ...more, ...pair });
  if (typeof body.uid !== 'string') throw new Error(JSON.stringify(body));
  return body.uid;
}

async function addKeys(person: Person): Promise<void> {
  const { body } = await person.get('/api/key/all');
  const mainUid: string = body.apiKeyMarketGroups[0].activeMainApiKeyGroup.mainKey.uid;
  for (let nth = 0; nth < COPIES; nth += 1) {
    const name = NAMES[nth] ?? `Copy ${nth}`;
    const updateUid = await paperKey(person, '/api/key/group', { mainUid, groupName: 'Family', name });
    // Whose copies are too small for the exchange.
    const rule = { mainUid, updateUid, multiplier: nth === 0 ? 0.01 : 1, ceiling: nth === 1 ? 25 : null };
    await person.send('PUT', '/api/key/group/copy', { json: rule });
  }
  for (let group = 1; group <= OTHER_GROUPS; group += 1) {
    const other = await paperKey(person, '/api/key', { name: `Client ${group}` });
    for (const nth of [1, 2])
      await paperKey(person, '/api/key/group', {
        mainUid: other,
        groupName: `Clients ${group}`,
        name: `Client ${group}.${nth}`,
      });
  }
}

/** The paper exchange lets five stops of a pair rest. */
const STOPS_OF_PAIR = 4;

/** Take profit alone, both or none; sales none. */
function targetsOf(nth: number, stops: number): Record<string, number> {
  if (nth % 3 === 0) return {};
  const takeProfit = { takeProfitPrice: 1.1 + nth / 500 };
  return stops < STOPS_OF_PAIR ? { ...takeProfit, stopLossPrice: 0.9 - nth / 500 } : takeProfit;
}

async function openBlocks(person: Person): Promise<void> {
  const stops = new Map<string, number>();
  for (let nth = 0; nth < OPEN; nth += 1) {
    const symbolName = PAIRS[nth % PAIRS.length] ?? 'xrp_usdt';
    const section = nth % 7 === 6 ? 'sell' : 'buy';
    const [filled, resting] = section === 'buy' ? [1.002, 0.97 - nth / 1000] : [0.998, 1.03 + nth / 1000];
    const placed = stops.get(symbolName) ?? 0;
    const targets = section === 'sell' ? {} : targetsOf(nth, placed);
    if (targets['stopLossPrice'] !== undefined) stops.set(symbolName, placed + 1);
    await place(person, nth, { symbolName, section, factor: nth % 4 === 3 ? resting : filled, targets });
  }
}

/** One with three targets and a stop, of a thousand coins and more. */
async function openPlan(person: Person): Promise<void> {
  const symbolName = 'xrp_usdt';
  const blockId = await place(person, 1234, { symbolName, section: 'buy', factor: 1.002 });
  const at = await pricer(person, symbolName);
  const takeProfits = [1.03, 1.06, 1.12].map((times, nth) => ({ price: at(times), share: nth === 2 ? 0.4 : 0.3 }));
  const plan = {
    market,
    symbolName,
    blockId,
    takeProfits,
    stopLoss: { price: at(0.94), after: { to: 'break-even', target: 1 } },
  };
  const { body } = await person.post('/api/markets/spot/plan', plan);
  if (body.errorMessage) console.error(`plan: ${body.errorMessage}`);
}

async function startBots(person: Person): Promise<void> {
  const at = await pricer(person, 'eth_usdt');
  const lines = { low: at(0.95), high: at(1.05), steps: 10, spacing: 'amount', size: 'amount', heldMirrors: 0 };
  const bots = [
    { name: 'Night grid', type: 'grid', symbolName: 'eth_usdt', settings: { ...lines, invest: 600 } },
    { name: 'A ladder for long evenings', type: 'averaging', symbolName: 'xrp_usdt', settings: LADDER },
    { name: 'Draft', type: 'grid', symbolName: 'eth_usdt', settings: { ...lines, invest: 300 } },
  ];
  for (const plan of bots) {
    const { body } = await person.post('/api/bots', { market, ...plan });
    if (body.error !== null) console.error(`bot: ${JSON.stringify(body)}`);
    if (plan.name === 'Draft') continue;
    const { body: started } = await person.post(`/api/bots/${body.bot.botId}/start`, {});
    if (started.error !== null) console.error(`start: ${started.error}`);
  }
}

async function setAlerts(person: Person): Promise<void> {
  for (let nth = 0; nth < ALERTS; nth += 1) {
    const symbol = PAIRS[nth % PAIRS.length] ?? 'xrp_usdt';
    const { last } = await priceOf(person, symbol);
    const price = Number((last * (1.01 + nth / 100)).toPrecision(4));
    const comment = nth % 3 === 0 ? `Level ${nth}` : '';
    const informing = nth % 2 === 0 ? 'ONLY_ONCE' : 'ALWAYS';
    const alert = { market: 'BINANCE', symbol: symbol.toUpperCase(), price, comment, informing };
    await person.post('/api/alert/', { ...alert, type: 'PRICE_REACHES' });
  }
}

/** A person with 50 open blocks, a plan, 650 deals, 40 alerts, 20 keys and two bots at work; their cookie. */
export async function busyPerson(origin: string, dataDir: string): Promise<string> {
  const cookie = await paperPerson(origin);
  const person = visitor({ app: { request: (path, init) => fetch(`${origin}${path}`, init) } });
  person.useCookie(cookie);
  await makeDeals(person, dataDir);
  await addKeys(person);
  await openBlocks(person);
  await openPlan(person);
  await startBots(person);
  await setAlerts(person);
  return cookie;
}
