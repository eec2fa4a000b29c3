import { openDatabase } from '../../server/db/database.ts';
import { priceFeed } from '../doubles/price-feed.ts';
import { alertServer } from './watched-alerts.ts';

/** A price as it is sent between processes. */
export interface SentTrade {
  symbol: string;
  price: string;
  time: number;
}
export type ToEngine = { kind: 'history' | 'trades' | 'size' | 'stop'; trades: SentTrade[] };

const [url = '', dataDir = '', pushHost = '', pairs = 'XRPUSDT', shared = ''] = process.argv.slice(2);
const database = { ...openDatabase(url, { max: 4 }), url, close: async () => {} };
const feed = priceFeed(pairs.split(','));
const sharing = { feed, clock: Date.now, shared: shared === 'shared' };
const server = alertServer({ database, dataDir, pushHosts: [pushHost] }, sharing);

async function begin(): Promise<void> {
  server.engine.start();
  server.deliveries.start();
  while (!server.engine.ready()) await new Promise((resolve) => setTimeout(resolve, 10));
  process.send?.('ready');
}

async function end(): Promise<void> {
  await server.engine.stop();
  process.send?.('stopped');
}

/** An engine with its deliveries in a process of its own, which lives until it is killed. */
process.on('message', ({ kind, trades }: ToEngine) => {
  for (const { symbol, price, time } of trades) feed.trade(symbol, price, time);
  if (kind === 'history') void begin();
  if (kind === 'size') process.send?.(server.engine.size);
  if (kind === 'stop') void end();
});
