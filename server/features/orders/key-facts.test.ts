import { expect, it } from 'vitest';
import { filledEntry, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

interface Facts {
  uid: string;
  openResult: number | null;
  last: { at: number; pair: string; section: string; status: string; statusReason: string | null } | null;
}
const factsOf = async (who: { get: (path: string) => Promise<{ body: unknown }> }) =>
  ((await who.get('/api/key/facts')).body as { facts: Facts[] }).facts;

it("says each key's open result and its last deal, and nothing of others' keys", async () => {
  const who = await deals.group({ main: '1000', copies: ['1000', '1'] });
  expect((await factsOf(who)).map(({ openResult, last }) => [openResult, last])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  await filledEntry(deals, who);
  const [main, copy, poor] = await factsOf(who);
  expect(main?.last).toMatchObject({ pair: 'XRP/USDT', section: 'buy', status: 'filled', statusReason: null });
  // Bought at the last price: what it would lose is the fees of both ways; a loss is rounded away from zero.
  expect(main?.openResult).toBe(-0.21);
  expect(copy?.openResult).toBe(main?.openResult);
  expect(poor).toMatchObject({ openResult: 0, last: { at: 0, status: 'skipped' } });
  expect(poor?.last?.statusReason).toContain('5 USDT minimum');
  const stranger = await factsOf(await deals.trader());
  expect(stranger.map(({ last }) => last)).toEqual([null]);
  expect(stranger.some(({ uid }) => uid === main?.uid)).toBe(false);
});
