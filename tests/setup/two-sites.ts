import { randomBytes } from 'node:crypto';
import { natsServer } from '../doubles/nats-server.ts';
import { freePort } from './process.ts';
import { testSite } from './site.ts';

/** Two servers of one site: one database, one bus, one master key. */
export async function twoSites(variables: Record<string, string> = {}) {
  const nats = await natsServer();
  const port = await freePort();
  const common = { MASTER_KEY: randomBytes(32).toString('base64'), ...variables, NATS_URL: nats.url };
  const here = await testSite({ ...common, PAPER_PORT: String(port) });
  // A database has one paper exchange: the other site trades on it as on a real one.
  const there = await testSite({
    ...common,
    DATABASE_URL: here.database.url,
    EXCHANGE_MODE: 'live',
    BINANCE_REST_URL: `http://127.0.0.1:${port}`,
    BINANCE_WS_URL: `ws://127.0.0.1:${port}`,
    BINANCE_WS_API_URL: `ws://127.0.0.1:${port}/ws-api/v3`,
  });
  return {
    here,
    there,
    close: async () => {
      await there.close();
      await here.close();
      await nats.stop();
    },
  };
}
