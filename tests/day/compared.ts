import { expect, type Page } from '@playwright/test';
import { Big } from 'big.js';
import { openDatabase } from '../../server/db/database.ts';
import { runningEmbedded } from '../../server/db/embedded.ts';
import { createLog } from '../../server/lib/log.ts';
import type { Day } from './site.ts';

type Line = Record<string, string>;

/** A file as it is downloaded; none of the fields that are looked at needs quotes. */
async function file(page: Page, path: string): Promise<Line[]> {
  const answer = await page.request.get(path);
  expect(answer.ok(), path).toBe(true);
  const [head = '', ...lines] = (await answer.text()).trim().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}

interface Trade {
  key: string;
  order: string;
  symbol: string;
  id: string;
  isBuyer: boolean;
  price: string;
  quantity: string;
  commission: string;
  commissionAsset: string;
}

/** What the exchange has of the person's accounts. */
async function bookOf({ page, site }: Day) {
  const { email } = (await (await page.request.get('/api/user')).json()) as { email: string };
  const { sql, close } = openDatabase(await runningEmbedded(site.dataDir, createLog('error')), { max: 1 });
  const trades = await sql<Trade[]>`
    select k.name as key, o.client_order_id as order, t.symbol, t.trade_id::text as id, t.is_buyer as "isBuyer",
      trim_scale(t.price)::text as price, trim_scale(t.quantity)::text as quantity,
      trim_scale(t.commission)::text as commission, t.commission_asset as "commissionAsset"
    from paper.trades t join paper.orders o using (order_id) join keys k on k.api_key = t.api_key
    join users u on u.user_id = k.user_id where u.email = ${email}`;
  const open = await sql<{ order: string }[]>`
    select o.client_order_id as order from paper.orders o join keys k on k.api_key = o.api_key
    join users u on u.user_id = k.user_id
    where u.email = ${email} and o.status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW')`;
  await close();
  return { trades, open };
}

const plain = (amount: string | undefined): string => new Big(amount ?? 0).toFixed();
/** A trade to the last digit, whatever told it. */
const said = (of: {
  symbol: string;
  id: string;
  price: string;
  quantity: string;
  fee: string;
  asset: string;
}): string => [of.symbol, of.id, plain(of.price), plain(of.quantity), plain(of.fee), of.asset].join(' ');

async function tradesInFiles(page: Page): Promise<string[]> {
  const blocks = await file(page, '/api/history.csv');
  const levels = await file(page, '/api/user/export?format=csv&kind=botFills');
  return [
    ...blocks.map((line) =>
      said({
        symbol: (line['pair'] ?? '').replace('/', ''),
        id: line['trade'] ?? '',
        price: line['price'] ?? '',
        quantity: line['quantity'] ?? '',
        fee: line['fee'] ?? '',
        asset: line['fee asset'] ?? '',
      }),
    ),
    ...levels.map((line) =>
      said({
        symbol: line['symbol'] ?? '',
        id: line['tradeId'] ?? '',
        price: line['price'] ?? '',
        quantity: line['quantity'] ?? '',
        fee: line['commission'] ?? '',
        asset: line['commissionAsset'] ?? '',
      }),
    ),
  ];
}

/** Counter units that trades brought in, fees in it taken off. */
const movedBy = (trades: readonly Trade[]): Big =>
  trades.reduce((sum, { isBuyer, price, quantity, commission, commissionAsset }) => {
    const value = new Big(price).times(quantity);
    const fee = commissionAsset === 'USDT' ? commission : 0;
    return (isBuyer ? sum.minus(value) : sum.plus(value)).minus(fee);
  }, new Big(0));

/** By key, what the history says that ended blocks have earned. */
async function earned(page: Page): Promise<Record<string, Big>> {
  const sums: Record<string, Big> = {};
  for (const { key = '', profit } of await file(page, '/api/deals.csv')) {
    expect(profit, `the result of a block on ${key}`).not.toBe('');
    sums[key] = (sums[key] ?? new Big(0)).plus(profit ?? 0);
  }
  return sums;
}

interface Kept {
  bots: { name: string }[];
  hooks: { name: string }[];
  alerts: unknown[];
}

/** Each trade stands in one file, to the last digit; results of blocks are what their trades moved; nothing rests. */
export async function compared(day: Day): Promise<void> {
  const { page, picture } = day;
  const { trades, open } = await bookOf(day);
  expect(open).toEqual([]);
  const book = trades.map(({ commission: fee, commissionAsset: asset, ...trade }) => said({ ...trade, fee, asset }));
  const inFiles = await tradesInFiles(page);
  expect(inFiles.toSorted()).toEqual(book.toSorted());

  const blocks = new Set(
    (await file(page, '/api/history.csv')).map((line) => `${line['pair']?.replace('/', '')} ${line['trade']}`),
  );
  const ofBlocks = trades.filter(({ symbol, id }) => blocks.has(`${symbol} ${id}`));
  const results = await earned(page);
  for (const [key, all] of Map.groupBy(ofBlocks, (trade) => trade.key))
    expect(results[key]?.toFixed(6), `what blocks earned on ${key}`).toBe(movedBy(all).toFixed(6));

  const whole = (await (await page.request.get('/api/user/export?format=json')).json()) as Kept;
  expect(whole.bots.map(({ name }) => name).toSorted()).toEqual(['Ladder', 'Night grid']);
  expect(JSON.stringify(whole.hooks)).toContain('Momentum');
  expect(whole.alerts).toHaveLength(2);
  console.log(`${book.length} trades on ${new Set(trades.map(({ key }) => key)).size} keys, each in one file.`);

  await page.goto('/history');
  await expect(page.locator('[data-deal]').first()).toBeVisible();
  await picture('history');
  await page.locator('[data-deal]').first().scrollIntoViewIfNeeded();
  await picture('history-deals');
}
