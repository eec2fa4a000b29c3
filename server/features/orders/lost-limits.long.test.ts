import { expect, it, vi } from 'vitest';
import { type Row, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
/** That the exchange has no such order is final after 20 s. */
const PATIENCE = { timeout: 150_000, interval: 100 };

it('EX-9 limits that never reached the exchange are no part of the entry, whichever they are', async () => {
  const who = await deals.trader();
  const shows = (like: Row) =>
    vi.waitFor(async () => expect((await deals.rows(who, 'buy'))[0]).toMatchObject(like), PATIENCE);
  await deals.price('0.53');
  await deals.control('fault', { kind: 'drop-before', times: 2, path: 'POST /api/v3/order', key: who.paperKey });
  const order = { price: 0.52, counterQuantity: 100, counterEarning: true, ladder: { end: 0.48, limits: 3 } };
  await who.post('/api/markets/spot/first/buy', { ...XRP_PAIR, ...order });
  await shows({ status: 'placed', statusReason: expect.stringMatching(/^2 of 3 limits were refused\./) });
  const [{ limits = [] } = {}] = (await deals.rows(who, 'buy')) as { limits?: { open: boolean }[] }[];
  expect(limits.filter(({ open }) => open)).toHaveLength(1);
  await deals.price('0.47');
  await shows({ status: 'filled' });
}, 320_000);
