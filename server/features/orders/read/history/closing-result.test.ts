import { expect, it, vi } from 'vitest';
import { filledEntry, IN_TIME, XRP_PAIR, xrpDeals } from '../../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

it('V-09 closing a winning block that earns base: the history, its total and the row before say the same', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who, { counterEarning: false });
  await deals.price('0.546');
  await deals.shows(who, { profitValue: 8.7077, profitPercent: 4.52 }, { counterEarning: false });
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
  const ended = { blockId, status: 'closed', profitValue: 8.7077, profitPercent: 4.52 };
  await deals.shows(who, ended, { section: 'history', counterEarning: false });
  await vi.waitFor(async () => {
    const { body } = await who.get('/api/history/summary?market=binance');
    expect(body.earned).toMatchObject([{ currency: 'XRP', profit: 8.7077, parts: 1, won: 1 }]);
  }, IN_TIME);
  const { text } = await who.get('/api/history.csv');
  const lines = text.trim().split('\n').slice(1);
  const spent = lines.map((line: string) => Number(line.split(',')[10]) * (line.includes(',entry,') ? -1 : 0.999));
  expect(spent.reduce((sum: number, amount: number) => sum + amount, 0)).toBeCloseTo(4.7857, 4);
});
