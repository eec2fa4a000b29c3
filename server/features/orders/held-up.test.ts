import { expect, it } from 'vitest';
import { filledEntry, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';

const deals = xrpDeals();
const { askOpenOrders, control, exits, price, rows, shows } = deals;
const PAUSE = 10_000;

it('V-02 M-18 a stop that is reached while the exchange takes no requests is one order, sent as soon as it does', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
  await setTargets(who, blockId, { stopLossPrice: 0.494 });
  await shows(who, { protection: 'server' });
  const before = await exits(who);
  const path = 'GET /api/v3/openOrders';
  await control('fault', { kind: 'reject', code: 429, ms: PAUSE, times: 1, path, key: who.paperKey });
  expect(await askOpenOrders(who)).toMatchObject({ outcome: 'rejected', retryAfter: PAUSE });
  await price('0.49');
  await shows(who, { protectionReason: expect.stringMatching(/takes no more requests for now/) });
  expect(await exits(who)).toEqual(before);
  await until(async () => expect(await rows(who, 'buy')).toEqual([]), { timeout: 40_000 });
  expect(await exits(who)).toEqual(['stop-loss filled', ...before]);
});
