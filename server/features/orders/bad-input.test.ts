import { describe, expect, it } from 'vitest';
import { XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const blockId = '00000000-0000-4000-8000-000000000000';
const named = { ...XRP_PAIR, blockId };
const order = { ...XRP_PAIR, price: 0.5, counterQuantity: 100, counterEarning: true };
const SPOT = '/api/markets/spot';

const OF_BLOCKS = [
  ['POST', 'third', { ...named, takeProfitPrice: 0.546 }],
  ['PUT', 'third', { ...named, takeProfitPrice: 0.546 }],
  ['DELETE', 'third', named],
  ['PUT', 'second/close/', named],
  ['PUT', 'fourth/close', named],
  ['DELETE', 'first/', named],
  ['POST', 'interference', { blockId, uid: blockId, choice: 'adopt' }],
  ['POST', 'copy/retry', { blockId, uid: blockId }],
] as const;
const CALLS = [...OF_BLOCKS, ['POST', 'first/buy', order], ['POST', 'preview/sell', order]] as const;

describe.each(CALLS)('%s %s', (method, path, json) => {
  it('refuses what is malformed, naming what is wrong, and strangers', async () => {
    const who = await deals.trader();
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      who.send(method, `${SPOT}/${path}`, { json: body, headers });
    for (const body of [{}, { ...json, surplus: 1 }, null, []]) {
      const { status, body: answer } = await send(body);
      expect(status, JSON.stringify(body)).toBe(400);
      expect(answer.issues.length).toBeGreaterThan(0);
    }
    expect((await send(json, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })).status).toBe(
      403,
    );
    who.useCookie('session=');
    expect((await send(json)).status).toBe(401);
  });
});

it.each(OF_BLOCKS)('%s %s of an unknown block is 404', async (method, path, json) => {
  const who = await deals.trader();
  expect((await who.send(method, `${SPOT}/${path}`, { json })).status).toBe(404);
});
