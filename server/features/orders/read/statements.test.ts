import { afterAll, beforeAll, expect, it } from 'vitest';
import { trader } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';

/** The engines send statements too, so the fewest of so many reads counts. */
const READS = 10;
const OPEN = 10;
const CLOSED = 2;
const ALERTS = 10;
const ORDERS = 5;

const { site } = await paperSite();
const { options } = site.deps.orders.db.$client;
const who = await trader(site);
const pair = { market: 'binance', symbolName: 'xrp_usdt' };
let sent: string[] = [];

beforeAll(async () => {
  for (let nth = 0; nth < OPEN + CLOSED; nth += 1) {
    const isClosed = nth < CLOSED;
    const { body } = await who.buy({ price: isClosed ? 0.53 + nth / 1000 : 0.4 - nth / 1000 });
    expect(body.error).toBeNull();
    if (isClosed) await close(body.orderBlock.blockId);
  }
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', type: 'PRICE_REACHES', informing: 'ONLY_ONCE', comment: '' };
  for (let nth = 1; nth <= ALERTS; nth += 1) await who.post('/api/alert/', { ...alert, price: 9 + nth });
  options.debug = (_connection, statement) => void sent.push(statement);
});
afterAll(() => {
  options.debug = false;
});

async function close(blockId: string): Promise<void> {
  const { status, text } = await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...pair, blockId } });
  expect(status, text).toBe(200);
}

async function statementsOf(path: string): Promise<string[]> {
  sent = [];
  const { status, text } = await who.get(path);
  expect(status, text).toBe(200);
  return sent;
}

/** `before` runs ahead of each read. */
async function fewestOf(path: string, before = async () => {}): Promise<string[]> {
  const reads: string[][] = [];
  while (reads.length < READS) {
    await before();
    reads.push(await statementsOf(path));
  }
  return reads.reduce((fewest, read) => (read.length < fewest.length ? read : fewest));
}

const LIST = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
const ALERT_LIST = '/api/alert/list?market=BINANCE';

it.each([
  { read: 'the list of ten open blocks', path: LIST, most: 2 },
  { read: 'the list of ten alerts', path: ALERT_LIST, most: 2 },
  { read: 'a page of the history', path: '/api/history?market=binance', most: 2 },
  { read: 'all keys, each with how many open blocks it has', path: '/api/key/all', most: 2 },
  { read: 'the account', path: '/api/user', most: 2 },
  { read: 'candles', path: '/api/markets/spot/candles/binance/xrp_usdt?interval=1h&limit=500', most: 1 },
])('P: the server sends at most $most SQL statements for $read, the session check included', async ({ path, most }) => {
  const statements = await fewestOf(path);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  expect(statements[0]).toContain('"sessions"');
});

it.each([
  {
    list: 'blocks',
    path: LIST,
    change: () => site.database.sql`update users set username = username || '1'`,
  },
  {
    list: 'alerts',
    path: ALERT_LIST,
    change: () => site.database.sql`update alerts set comment = comment || '1'`,
  },
])(
  'P: for a list of which all ten $list have changed the server sends one statement more',
  async ({ path, change }) => {
    const statements = await fewestOf(path, async () => void (await change()));
    expect(statements, statements.join('\n')).toHaveLength(3);
  },
);

it('P: of alerts that have not changed the server reads neither their comments nor their levels again', async () => {
  const [, page] = await fewestOf(ALERT_LIST);
  expect(page).toContain('from "alerts"');
  expect(page).not.toContain('"comment"');
  expect(page).not.toContain('"price"');
});

it.each([
  { what: 'the active key and its copy keys', part: '"sealed_secret"', price: 0.3 },
  { what: 'what was ordered and given to bots in a day', part: 'sum(', price: 0.2 },
])('P: for an order the server reads $what in one statement', async ({ part, price }) => {
  const readings: number[] = [];
  for (let nth = 0; nth < ORDERS; nth += 1) {
    sent = [];
    const { body } = await who.buy({ price: price - nth / 1000 });
    expect(body.error).toBeNull();
    readings.push(sent.filter((statement) => statement.includes(part)).length);
  }
  expect(Math.min(...readings)).toBe(1);
});
