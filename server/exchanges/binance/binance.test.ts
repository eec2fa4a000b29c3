import { conformance, type ExchangeWorld } from '../../../tests/exchange-conformance.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import { createLog } from '../../lib/log.ts';
import { createPaperExchange } from '../paper/index.ts';
import { createBinance } from './index.ts';
import { signedQuery } from './rest/sign.ts';

const log = createLog('silent');
const PATHS = { order: '/api/v3/order', list: '/api/v3/orderList', time: '/api/v3/time' };

/** The adapter before the paper exchange, over real sockets and a real database. */
async function paperWorld(): Promise<ExchangeWorld> {
  const database = await testDatabase();
  const paper = createPaperExchange({
    db: database.db,
    clock: Date.now,
    log,
    seed: 1,
    prices: 'simulated',
    port: 0,
    control: true,
  });
  const { controlUrl, ...urls } = await paper.start();
  const symbol = 'XRPUSDT';

  async function control(order: string, body: object): Promise<void> {
    const answer = await fetch(`${controlUrl}/control/${order}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`control ${order} answered ${answer.status}: ${await answer.text()}`);
  }

  return {
    symbol,
    adapter: (clock, timings = {}) => createBinance({ ...urls, clock, log, timings }),
    async newKey() {
      const { key, secret } = await paper.createAccount();
      return { apiKey: key, secret };
    },
    setPrice: (price) => control('price', { symbol, price: price.toFixed() }),
    fault: ({ call, times = 1, ...fault }) =>
      control('fault', { ...fault, times, ...(call === undefined ? {} : { path: PATHS[call] }) }),
    fillAtMost: (perTick) => control('liquidity', { symbol, maxPerTick: perTick?.toFixed() ?? null }),
    skewClock: (skewMs) => control('clock', { skewMs }),
    rights: (of) => control('key', of),
    discount: {
      asset: 'BNB',
      symbol: 'BNBUSDT',
      async switchOn({ apiKey, secret }) {
        const query = signedQuery(secret, { spotBNBBurn: 'true', timestamp: Date.now() });
        const address = `${urls.restUrl}/sapi/v1/bnbBurn?${query}`;
        const answer = await fetch(address, { method: 'POST', headers: { 'x-mbx-apikey': apiKey } });
        if (!answer.ok) throw new Error(`fees in BNB could not be switched on: ${answer.status}`);
      },
    },
    async calm() {
      await control('reset', {});
    },
    async stop() {
      await paper.stop();
      await database.close();
    },
  };
}

conformance('Binance, on the paper exchange', paperWorld);
