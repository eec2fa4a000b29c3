import { Big } from 'big.js';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import type { Draft } from '../../server/domain/matching/model/order.ts';
import type { PaperAccount } from '../../server/exchanges/paper/paper-account.ts';
import type { ExchangeCore } from '../../server/exchanges/paper/exchange-core.ts';
import { randomClientId } from '../../server/exchanges/paper/ids.ts';
import type { Market } from '../../server/exchanges/paper/market/market.ts';
import { openCore } from '../../server/exchanges/paper/open-core.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLog } from '../../server/lib/log.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { type Row, inTurn, median, summary } from './measure.ts';
import { root } from './site.ts';

const ACCOUNTS = 500;
const ORDERS_EACH = 20;
const TICKS_PER_SECOND = 50;
const ROUNDS = 5;
const SECONDS_EACH = 20;
/** So many times faster than asked for, so that the rest of the product has the machine to itself. */
const GOAL = 10;

interface Place {
  core: ExchangeCore;
  markets: Market[];
  close(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const data = dataFolder();
  const log = createLog('silent');
  const embedded = await startEmbedded({ dataDir: data.path, log });
  const database = openDatabase(embedded.url);
  await migrateDatabase(database, root);
  const core = await openCore({ db: database.db, clock: systemClock, log, seed: 1, keepPins: false });
  return {
    core,
    markets: [...core.markets.values()].filter(({ pair }) => pair.quote === 'USDT'),
    close: async () => {
      await core.journal.close();
      await database.close();
      await embedded.stop();
      data.remove();
    },
  };
}

/** A buy of about 20 USDT, from half a percent to ten percent below the market. */
function draftIn({ pair, price }: Market, index: number): Draft {
  const depth = new Big(995 - ((index * 7) % 95)).div(1000);
  const at = price.times(depth).div(pair.tick).round(0, Big.roundDown).times(pair.tick);
  return {
    pair,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: at,
    quantity: new Big(20).div(at).div(pair.step).round(0, Big.roundUp).times(pair.step),
    quoteOrderQty: new Big(0),
    stopPrice: new Big(0),
    clientOrderId: randomClientId(),
    details: { stp: 'EXPIRE_MAKER' },
  };
}

async function fill({ core, markets }: Place): Promise<PaperAccount[]> {
  const accounts: PaperAccount[] = await Promise.all(Array.from({ length: ACCOUNTS }, () => core.openAccount()));
  for (const [which, account] of accounts.entries()) {
    for (let index = 0; index < ORDERS_EACH; index += 1) {
      const market = markets[(which + index) % markets.length];
      if (market) core.matching.place(account, draftIn(market, which + index));
    }
  }
  await core.journal.committed();
  return accounts;
}

/** Ticks a second when they come as fast as they can, each second's worth of them committed before the next. */
async function pace({ core, markets }: Place, round: number): Promise<number> {
  const started = performance.now();
  for (let second = 0; second < SECONDS_EACH; second += 1) {
    for (let tick = 0; tick < TICKS_PER_SECOND; tick += 1) {
      const market = markets[(second * TICKS_PER_SECOND + tick) % markets.length];
      if (!market) continue;
      // A slow swing downwards, so that orders are reached and filled all the time.
      const swing = Math.round(6 + 6 * Math.sin((round * SECONDS_EACH + second) / 9));
      const moved = market.quote.times(10_000 - swing).div(10_000);
      const price = moved.div(market.pair.tick).round(0, Big.roundDown).times(market.pair.tick);
      core.trade(market, { price: price.gt(0) ? price : market.quote, qty: market.pair.step, buyerMaker: swing > 0 });
    }
    await core.journal.committed();
  }
  return (SECONDS_EACH * TICKS_PER_SECOND * 1000) / (performance.now() - started);
}

/** The paper exchange with 500 accounts of 20 open orders each, against itself with none. */
export async function paperRow(): Promise<Row> {
  const [empty, full] = [await openPlace(), await openPlace()];
  try {
    const accounts = await fill(full);
    let round = 0;
    const { baselines, products } = await inTurn(ROUNDS, {
      baseline: () => pace(empty, (round += 1)),
      product: () => pace(full, round),
    });
    const left = accounts.reduce((sum, account) => sum + account.open.size, 0);
    const times = median(products) / TICKS_PER_SECOND;
    return {
      name: `the paper exchange with ${ACCOUNTS} accounts of ${ORDERS_EACH} open orders, against ${TICKS_PER_SECOND} ticks a second`,
      found: `${times.toFixed(0)} times as fast: ${summary(products, 'ticks/s')}, without orders ${summary(baselines, 'ticks/s')}; ${ACCOUNTS * ORDERS_EACH - left} orders filled meanwhile`,
      goal: `at least ${GOAL} times`,
      met: times >= GOAL,
    };
  } finally {
    await empty.close();
    await full.close();
  }
}
