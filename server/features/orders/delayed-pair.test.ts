import { expect, it, vi } from 'vitest';
import { filledEntry, IN_TIME, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

it('L-01 a watched stop is not called protected while trades of its pair do not come, and its owner is notified', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await deals.control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
  await setTargets(who, blockId, { takeProfitPrice: 0.546, stopLossPrice: 0.494 });
  const { userId } = await deals.shows(who, { protection: 'server', protectionReason: null });
  const { engine, markets } = deals.site().deps.orders;
  const { lastPrice } = markets;
  vi.spyOn(markets, 'lastPrice').mockImplementation((market, symbol) => {
    const last = lastPrice(market, symbol);
    return last && { ...last, delayedSince: 1 };
  });
  const row = await deals.shows(who, { protection: 'unprotected' });
  expect(row['protectionReason']).toMatch(/^Binance sends no trades of this pair, so its price cannot be watched\./);
  engine.schedule({ userId: String(userId), blockId });
  await vi.waitFor(async () => {
    const { events } = (await who.get(`/api/blocks/${blockId}/events`)).body as { events: { text: string }[] };
    expect(events.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^It was not protected for 10 s/));
  }, IN_TIME);
  vi.restoreAllMocks();
  await deals.shows(who, { protection: 'server', protectionReason: null });
});
