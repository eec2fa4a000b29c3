import { expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../../../tests/doubles/nats-server.ts';
import { scriptedExchange } from '../../../../tests/doubles/scripted-exchange.ts';
import { credentials, scriptedBinance, terms } from '../../../../tests/factories/scripted-binance.ts';
import { until } from '../../../../tests/setup/until.ts';
import { createLog } from '../../../lib/log.ts';
import { natsBus } from '../../../runtime/bus/nats-bus.ts';
import { AddressBudget } from '../../../runtime/rate-budget/address-budget.ts';
import { createRateBudget } from '../../../runtime/rate-budget/rate-budget.ts';

const log = createLog('silent');
const LOOKUP = 'GET /api/v3/order';
/** What an adapter that starts sends at least: nothing waits for the last of it, which opens connections. */
const AT_START: [route: string, times: number][] = [
  ['GET /api/v3/time', 2],
  ['GET /api/v3/ping', 3],
];

it('M-18 req. 13: a 418 that one process receives keeps the others from sending', async () => {
  const [nats, exchange] = await Promise.all([natsServer(), scriptedExchange()]);
  onTestFinished(async () => {
    await Promise.all([nats.stop(), exchange.close()]);
  });
  async function adapter() {
    const bus = await natsBus({ url: nats.url, log });
    const shared = new AddressBudget({ bus, address: '192.0.2.7', roundMs: 100 });
    onTestFinished(async () => {
      shared.stop();
      await bus.close();
    });
    const silences: (() => number)[] = [];
    const budget = createRateBudget((origin, use) => {
      const allotment = shared.allot(origin, use);
      silences.push(allotment.pausedFor);
      return allotment;
    });
    const { binance } = await scriptedBinance({}, { at: exchange, budget });
    await shared.introduced();
    return { binance, longestSilence: () => Math.max(...silences.map((silence) => silence())) };
  }
  async function started() {
    const { binance } = await adapter();
    const wanted = AT_START.map(([route, times]) => ({ route, count: exchange.asked(route) + times }));
    await binance.start();
    await until(() => {
      for (const { route, count } of wanted) expect(exchange.asked(route)).toBeGreaterThanOrEqual(count);
    });
    return binance;
  }
  const one = await started();
  const other = await started();
  const body = { code: -1003, msg: 'Way too much request weight used; IP banned.' };
  exchange.on(LOOKUP, () => ({ status: 418, body, headers: { 'retry-after': '60' } }));
  expect([one.ready(), other.ready()]).toEqual([true, true]);
  expect(await one.find(credentials, terms)).toMatchObject({ outcome: 'rejected', retryAfter: 60_000 });

  await until(() => expect(other.ready()).toBe(false));
  const before = exchange.seen.length;
  const refused = await Promise.all([
    other.place(credentials, terms),
    other.cancel(credentials, terms),
    other.find(credentials, terms),
    other.lastPrices(),
  ]);
  for (const answer of refused) expect(answer).toMatchObject({ outcome: 'rejected', code: -1003 });

  const { binance: late, longestSilence } = await adapter();
  // On a busy machine the others' answer may come after the introduction is over.
  await until(() => expect(longestSilence()).toBeGreaterThan(0));
  await late.start();
  expect(await late.find(credentials, terms)).toMatchObject({ outcome: 'rejected', code: -1003 });
  expect(exchange.seen.length).toBe(before);
});
