import { Big } from 'big.js';
import { max, ZERO } from '../../server/contracts/rules/decimal.ts';
import { floorTo } from '../../server/contracts/rules/steps.ts';
import type { TestSite } from '../setup/site.ts';

type Sql = TestSite['database']['sql'];

const FEE_KEEPS = '0.999';
const STEP = new Big('0.1');

/** Orders of an account that rest or rested in the book, with what each has traded, the oldest first. */
interface BookOrder {
  side: 'BUY' | 'SELL';
  price: string;
  quantity: string;
  status: string;
  trades: { quantity: string; id: number }[];
}

const ordersOf = (sql: Sql, key: string): Promise<BookOrder[]> => sql<BookOrder[]>`
  select o.side, o.price::text as price, o.quantity::text as quantity, o.status,
    coalesce(
      (select json_agg(json_build_object('quantity', t.quantity::text, 'id', t.trade_id) order by t.trade_id)
        from paper.trades t where t.order_id = o.order_id), '[]') as trades
  from paper.orders o
  where o.api_key = ${key} and o.symbol = 'XRPUSDT' and o.time_in_force = 'GTC'
  order by o.order_id`;

const isResting = ({ status }: BookOrder): boolean => status === 'NEW' || status === 'PARTIALLY_FILLED';
const filled = ({ trades }: BookOrder): Big => trades.reduce((sum, { quantity }) => sum.plus(quantity), ZERO);

interface Judged {
  /** More rests or was traded than one order at a time explains. */
  twice: string[];
  /** Nothing rests, or not what the level's own trades ask for. */
  forgotten: string[];
}

interface Traded {
  held: Big;
  /** Since its last sale. */
  bought: Big;
  twice: string[];
}

/** What the level's trades say, one after the other. */
function tradesOf(name: string, orders: readonly BookOrder[], size: Big): Traded {
  const [first] = orders;
  const trades = orders
    .flatMap(({ side, trades: own }) => own.map((trade) => Object.assign({ side }, trade)))
    .toSorted((one, other) => one.id - other.id);
  let held = first?.side === 'SELL' ? new Big(first.quantity) : ZERO;
  let bought = ZERO;
  const twice: string[] = [];
  for (const { side, quantity } of trades) {
    held = side === 'BUY' ? held.plus(new Big(quantity).times(FEE_KEEPS)) : held.minus(quantity);
    bought = side === 'BUY' ? bought.plus(quantity) : ZERO;
    if (held.lt(0)) twice.push(`${name} sold ${held.abs().toFixed()} more than it held`);
    if (bought.gt(size)) twice.push(`${name} bought ${bought.toFixed()} of ${size.toFixed()}`);
  }
  return { held, bought, twice };
}

/** The level that buys at a line and sells at the next one, by what the exchange has of it. */
function judgeLevel(name: string, orders: readonly BookOrder[]): Judged {
  const buys = orders.filter(({ side }) => side === 'BUY');
  const size = buys.reduce((most, { quantity }) => max(most, new Big(quantity)), ZERO);
  const { held, bought, twice } = tradesOf(name, orders, size);
  const resting = orders.filter(isResting);
  if (resting.length > 1) twice.push(`${name} has ${resting.length} orders in the book`);
  const [order] = resting;
  if (!order) return { twice, forgotten: [`${name} has no order in the book`] };
  const rest = new Big(order.quantity).minus(filled(order));
  const wanted = order.side === 'SELL' ? floorTo(STEP, held) : size.minus(bought);
  const isWanted = rest.eq(wanted);
  return {
    twice,
    forgotten: isWanted ? [] : [`${name}: ${order.side} ${rest.toFixed()} rests, not ${wanted.toFixed()}`],
  };
}

/** R-1, C-13 by the exchange's book alone: each level of a grid on these lines, whatever any server believes. */
export async function judgeGrid(sql: Sql, { key, lines }: { key: string; lines: readonly Big[] }): Promise<Judged> {
  const orders = await ordersOf(sql, key);
  const judged = lines.slice(1).map((sellPrice, at) => {
    const buyPrice = lines[at] ?? sellPrice;
    const own = orders.filter(({ side, price }) => (side === 'BUY' ? buyPrice : sellPrice).eq(price));
    return judgeLevel(`level ${at + 1}`, own);
  });
  return { twice: judged.flatMap(({ twice }) => twice), forgotten: judged.flatMap(({ forgotten }) => forgotten) };
}

/** Free and locked together. */
export async function totalOf(sql: Sql, key: string, asset: string): Promise<Big> {
  const [row] = await sql<{ total: string }[]>`
    select (free + locked)::text as total from paper.balances where api_key = ${key} and asset = ${asset}`;
  return new Big(row?.total ?? 0);
}
