import { openDatabase } from '../../server/db/client.ts';
import { priceFeed } from '../doubles/price-feed.ts';
import { alertServer } from './watched-alerts.ts';

/** A price as it is sent between processes. */
export interface SentTrade {
  symbol: string;
  price: string;
  time: number;
}
export type ToEngine = { kind: 'history' | 'trades'; trades: SentTrade[] };

const [url = '', dataDir = '', pushHost = ''] = process.argv.slice(2);
const database = { ...openDatabase(url, { max: 4 }), url, close: async () => {} };
const feed = priceFeed(['XRPUSDT']);
const server = alertServer({ database, dataDir, pushHosts: [pushHost] }, { feed, clock: Date.now });

async function begin(): Promise<void> {
  server.engine.start();
  server.notifications.worker.start();
  while (!server.engine.ready()) await new Promise((resolve) => setTimeout(resolve, 10));
  process.send?.('ready');
}

/** An engine with its deliveries in a process of its own, which lives until it is killed. */
process.on('message', ({ kind, trades }: ToEngine) => {
  for (const { symbol, price, time } of trades) feed.trade(symbol, price, time);
  if (kind === 'history') void begin();
});
