import { Big } from 'big.js';
import type { TestSite } from '../setup/site.ts';

type Sql = TestSite['database']['sql'];

/** Coins of an account that are no block's. */
export const OTHER_COINS = 1000;

interface Account {
  key: string;
  /** The pair's last trade before the episode. */
  began: number;
  /** Entries that were asked for, and USDT for all of them. */
  presses: number;
  asked: number;
}

/** An entry that is changed is canceled first: what it had bought stays, and another order buys the rest. */
async function entriesOf(sql: Sql, { key, began }: Account): Promise<{ entries: number; spent: string }> {
  const [{ bought, parts, spent } = { bought: 0, parts: 0, spent: '0' }] = await sql<
    { bought: number; parts: number; spent: string }[]
  >`
    select count(distinct t.order_id)::int as bought,
      (count(distinct t.order_id) filter (where o.status in ('CANCELED', 'EXPIRED')))::int as parts,
      coalesce(sum(t.price * t.quantity), 0)::text as spent
    from paper.trades t join paper.orders o using (order_id)
    where t.api_key = ${key} and t.is_buyer and t.trade_id > ${began}`;
  const [{ open } = { open: 0 }] = await sql<{ open: number }[]>`
    select count(*)::int as open from paper.orders
    where api_key = ${key} and side = 'BUY' and status in ('NEW', 'PARTIALLY_FILLED')`;
  return { entries: bought - parts + open, spent };
}

/** What the exchange itself takes of other coins: it sizes an OPO's legs by all that was bought and takes the fee from what is free. */
async function feesBesides(sql: Sql, { key, began }: Account): Promise<Big> {
  const [{ fees } = { fees: '0' }] = await sql<{ fees: string }[]>`
    with moved as (
      select sum(case when t.is_buyer then t.quantity - t.commission else -t.quantity end) as coins
      from paper.trades t
      join paper.orders o using (order_id)
      join paper.order_lists l on l.order_list_id = o.order_list_id and l.pays_legs
      where t.api_key = ${key} and t.symbol = 'XRPUSDT' and t.trade_id > ${began}
      group by l.order_list_id
    )
    select coalesce(sum(greatest(-coins, 0)), 0)::text as fees from moved`;
  return new Big(fees);
}

/** By the exchange's book alone: entries and money beyond what was asked for, and coins sold that were no block's. */
export async function tradedTwice(sql: Sql, of: Account): Promise<string[]> {
  const { entries, spent } = await entriesOf(sql, of);
  const [{ coins } = { coins: '0' }] = await sql<{ coins: string }[]>`
    select (free + locked)::text as coins from paper.balances where api_key = ${of.key} and asset = 'XRP'`;
  const left = new Big(coins).plus(await feesBesides(sql, of));
  return [
    ...(entries > of.presses ? [`${entries} entries of ${of.presses} presses`] : []),
    ...(new Big(spent).gt(of.asked) ? [`${spent} USDT was spent of ${of.asked}`] : []),
    ...(left.lt(OTHER_COINS) ? [`${left.toFixed()} coins are left of ${OTHER_COINS}`] : []),
  ];
}
