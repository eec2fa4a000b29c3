import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const silent = new Promise<never>(() => {});

it('a database that does not answer in time is not ready, and is said so', async () => {
  const readiness = createReadiness({
    data: { sql: (() => silent) as never, durable: true, folders: [] },
    exchanges: new Map([['binance', { ready: () => true }]]),
    engines: () => true,
  });
  expect(await readiness()).toEqual({
    checks: { database: false, durable: true, disk: true, exchange: true, engine: true },
    markets: { binance: true },
  });
});
