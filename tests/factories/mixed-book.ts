import { Big } from 'big.js';
import { ONE, ZERO } from '../../server/contracts/rules/decimal.ts';
import type { KillableSite } from './killable-site.ts';

/** As the server names a key, and as the exchange does. */
export interface Key {
  id: string;
  apiKey: string;
}

interface Trade {
  symbol: string;
  id: string;
  /** The client order id of its order. */
  order: string;
  isBuyer: boolean;
  price: string;
  quantity: string;
  commission: string;
  commissionAsset: string;
}
interface BookOrder {
  id: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  status: string;
  quantity: string;
  traded: string;
  /** Below 0 for an order of no list. */
  list: number;
}

/** What the exchange has of an account: every order that it ever took, and every trade, the oldest first. */
export interface Book {
  orders: BookOrder[];
  trades: Trade[];
}

export async function bookOf({ exchange }: KillableSite, { apiKey }: Key): Promise<Book> {
  const { sql } = exchange.database;
  const orders = await sql<BookOrder[]>`
    select client_order_id as id, symbol, side, status, quantity::text as quantity, executed_qty::text as traded,
      order_list_id as list
    from paper.orders where api_key = ${apiKey} order by order_id`;
  const trades = await sql<Trade[]>`
    select t.symbol, t.trade_id::text as id, o.client_order_id as order, t.is_buyer as "isBuyer",
      trim_scale(t.price)::text as price, trim_scale(t.quantity)::text as quantity,
      trim_scale(t.commission)::text as commission, t.commission_asset as "commissionAsset"
    from paper.trades t join paper.orders o using (order_id) where t.api_key = ${apiKey} order by t.trade_id`;
  return { orders, trades };
}

const OPEN = new Set(['NEW', 'PARTIALLY_FILLED']);
export const isOpen = ({ status }: BookOrder): boolean => OPEN.has(status);
const baseOf = (symbol: string): string => symbol.replace(/USDT$/, '');

/** By asset, what trades have moved, fees taken off. */
export function movedBy(trades: readonly Trade[]): (asset: string) => Big {
  const moved = new Map<string, Big>();
  const add = (asset: string, amount: Big) => moved.set(asset, (moved.get(asset) ?? ZERO).plus(amount));
  for (const { symbol, isBuyer, price, quantity, commission, commissionAsset } of trades) {
    const sign = isBuyer ? ONE : ONE.neg();
    add(baseOf(symbol), sign.times(quantity));
    add('USDT', sign.neg().times(quantity).times(price));
    add(commissionAsset, new Big(commission).neg());
  }
  return (asset) => moved.get(asset) ?? ZERO;
}

/**
 * Paid in this asset. An entry that pays its own exits has them sell all that was bought: the exchange takes its fee from what
 * else is free on the account.
 */
export const feesIn = (trades: readonly Trade[], asset: string): Big =>
  trades.reduce((sum, one) => (one.commissionAsset === asset ? sum.plus(one.commission) : sum), ZERO);

/** What an order is for, as the server wrote it down. */
export interface Purpose {
  run: string;
  /** The same for all attempts at one thing. */
  name: string;
  /** Of a run that trades levels, else null. */
  level: number | null;
  turn: number;
  /** Of a run that opens deals, else null. */
  deal: number | null;
  /** All attempts at it together trade no more than one of them. */
  isOnce: boolean;
  id: string;
  quantity: string;
  rests: boolean;
}

/** By the client order ids of a key. */
export async function purposesOf({ database: { sql } }: KillableSite, { id }: Key): Promise<Map<string, Purpose>> {
  const all = await sql<Purpose[]>`
    select o.run_id as run, concat_ws(' ', 'level', o.level, 'turn', o.turn, o.leg) as name, o.level, o.turn,
      null::int as deal, o.leg <> 'stop' as "isOnce", o.client_order_id as id, o.quantity::text as quantity,
      o.state in ('open', 'partly-filled') as rests
    from bot_orders o where o.key_id = ${id}
    union all
    select d.run_id, concat_ws(' ', 'deal', d.deal, d.leg, d.number), null, 0, d.deal,
      o.leg = 'entry' and d.leg <> 'joined', o.client_order_id, o.quantity::text, o.state in ('open', 'partly-filled')
    from bot_deal_blocks d join orders o on o.user_id = d.user_id and o.block_id = d.block_id
    where o.key_id = ${id}`;
  return new Map(all.map((purpose) => [purpose.id, purpose]));
}

/** More than one order of a purpose is at work, or they have traded more than one of them was for. */
export function tradedTwice({ orders }: Book, purposes: ReadonlyMap<string, Purpose>): string[] {
  const known = orders.flatMap((order) => {
    const purpose = purposes.get(order.id);
    return purpose?.isOnce ? [{ order, purpose }] : [];
  });
  const byName = Map.groupBy(known, ({ purpose: { run, name } }) => `${run} ${name}`);
  const names = new Set(orders.map(({ id }) => id));
  const found = names.size < orders.length ? [`${orders.length - names.size} client order ids were taken twice`] : [];
  for (const [name, all] of byName) {
    const most = all.reduce((one, { order }) => (one.gt(order.quantity) ? one : new Big(order.quantity)), ZERO);
    const traded = all.reduce((sum, { order }) => sum.plus(order.traded), ZERO);
    const open = all.filter(({ order }) => isOpen(order)).length;
    if (traded.gt(most)) found.push(`${name} traded ${traded.toFixed()} of ${most.toFixed()}`);
    if (open > 1) found.push(`${name} has ${open} orders at work`);
  }
  return found;
}

/** Orders and trades that only one of both knows. */
export function strays({ orders }: Book, purposes: ReadonlyMap<string, Purpose>): string[] {
  const open = new Set(orders.filter(isOpen).map(({ id }) => id));
  return [
    ...orders.filter(({ id }) => !purposes.has(id)).map(({ id }) => `order ${id} is not written down`),
    ...[...purposes.values()].flatMap(({ id, name, rests }) =>
      rests === open.has(id) ? [] : [`${name} (${id}) ${rests ? 'is said to rest, and does not' : 'rests unknown'}`],
    ),
  ];
}

/** Each trade is written down once, to the last digit of its price, its quantity and its fee. */
export async function missedTrades({ database: { sql } }: KillableSite, key: Key, { trades }: Book) {
  const here = await sql<{ line: string }[]>`
    with known as (
      select symbol, trade_id, price, quantity, commission, commission_asset from bot_fills where key_id = ${key.id}
      union all
      select symbol, trade_id, price, quantity, commission, commission_asset from fills where key_id = ${key.id})
    select concat_ws(' ', symbol, trade_id, trim_scale(price), trim_scale(quantity), trim_scale(commission),
      commission_asset) as line from known`;
  const known = new Set(here.map(({ line }) => line));
  const lineOf = ({ symbol, id, price, quantity, commission, commissionAsset }: Trade): string =>
    [symbol, id, price, quantity, commission, commissionAsset].join(' ');
  const there = new Set(trades.map(lineOf));
  return {
    forgotten: [...there].filter((line) => !known.has(line)).map((line) => `trade ${line} is not written down`),
    twice: [
      ...(here.length > known.size ? [`${here.length - known.size} trades are booked twice`] : []),
      ...[...known].filter((line) => !there.has(line)).map((line) => `trade ${line} never happened`),
    ],
  };
}
