import { createHmac, randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { createPaperKey } from '#contracts/keys.ts';
import { getMarketInfo } from '#contracts/markets.ts';
import { placeFirstOrder } from '#contracts/orders.ts';
import { visitor } from '../../server/scripts/visitor.ts';
import { inTurn, median, type Row, summary, timed } from './measure.ts';
import { dataFolder, freePort, startSite } from './site.ts';

const GOAL = 10;
const ROUNDS = 7;
const ORDERS = 20;
const market = 'binance';
const symbolName = 'xrp_usdt';

async function stranger(origin: string) {
  const person = visitor(origin);
  await person.join({ email: `${randomUUID()}@bench.example`, username: 'Bench', password: 'Bench-trader-2026!' });
  return person;
}

/** A resting buy a good way under the market; each at another price, since an equal body within 3 s is the same order. */
async function prices(person: Awaited<ReturnType<typeof stranger>>): Promise<Big[]> {
  const { symbol, symbolPrice } = await person.call(getMarketInfo, {
    params: { tradeType: 'spot', market, symbol: symbolName },
    query: {},
  });
  if (!symbolPrice) throw new Error('The pair has no price yet.');
  const ticks = symbolPrice.times('0.9').div(symbol.counterStepSize).round(0, Big.roundDown);
  return Array.from({ length: ORDERS }, (_, index) => ticks.minus(index).times(symbol.counterStepSize));
}

async function medianOrder(all: Big[], place: (price: Big) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (const price of all) times.push(await timed(() => place(price)));
  return median(times);
}

async function bareOrders(site: string, exchange: string): Promise<number> {
  const person = await stranger(site);
  const { key, secret } = await person.call(createPaperKey);
  return medianOrder(await prices(person), async (price) => {
    const order = new URLSearchParams({
      symbol: 'XRPUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '20',
      price: price.toFixed(),
      timestamp: String(Date.now()),
    });
    order.set('signature', createHmac('sha256', secret).update(order.toString()).digest('hex'));
    const answer = await fetch(`${exchange}/api/v3/order?${order.toString()}`, {
      method: 'POST',
      headers: { 'X-MBX-APIKEY': key },
    });
    if (!answer.ok) throw new Error(`The exchange answered ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  });
}

async function ourOrders(site: string): Promise<number> {
  const person = await stranger(site);
  await person.openPaperKey('Bench');
  return medianOrder(await prices(person), async (price) => {
    const { error } = await person.call(placeFirstOrder, {
      params: { section: 'buy' },
      json: { market, symbolName, price, counterQuantity: price.times(20), counterEarning: true },
    });
    if (error) throw new Error(error);
  });
}

/** An order through the site against the same order sent straight to the exchange, medians of twenty. */
export async function orderRow(): Promise<Row> {
  const data = dataFolder();
  const paperPort = await freePort();
  const exchange = `http://127.0.0.1:${paperPort}`;
  const { origin, stop } = await startSite({ DATA_DIR: data.path, PAPER_PORT: String(paperPort) }, { path: '/readyz' });
  try {
    const { floors, products } = await inTurn(ROUNDS, {
      floor: () => bareOrders(origin, exchange),
      product: () => ourOrders(origin),
    });
    const overheads = products.map((product, round) => product - (floors[round] ?? 0));
    return {
      name: "an order's own overhead over the exchange's bare answer, p50",
      found: `${summary(overheads, 'ms')}, over the exchange's ${summary(floors, 'ms')}`,
      goal: `under ${GOAL} ms`,
      met: median(overheads) < GOAL,
    };
  } finally {
    await stop();
    data.remove();
  }
}
