import { describe, expect, it, vi } from 'vitest';
import { laterEngine } from '../../../tests/factories/later-engine.ts';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const passes = laterEngine(deals);
const [MINUTE, HOUR] = [60_000, 3_600_000];
const TARGETS = { takeProfits: [{ price: 0.58, share: 1 }], stopLoss: { price: 0.484 } };

const call = async (who: DealTrader, path: 'plan' | 'plan/preview', plan: Row): Promise<Row> =>
  (await who.post(`/api/markets/spot/${path}`, { ...XRP_PAIR, ...plan })).body;

const ended = (who: DealTrader, status: string) =>
  vi.waitFor(async () => expect(await deals.rows(who, 'history')).toMatchObject([{ status }]), IN_TIME);

const texts = async (who: DealTrader, blockId: string): Promise<string[]> => {
  const { body } = await who.get(`/api/blocks/${blockId}/events`);
  return ((body.events ?? []) as { text: string }[]).map(({ text }) => text);
};

describe('EX-10 a time exit, EX-11 a stop by the close of a candle', () => {
  it('EX-10 closes late what was due while no server was there, and says so; EX-11 so does a close below', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const soon = await call(who, 'plan/preview', { blockId, ...TARGETS, time: { after: 1000, onlyInProfit: false } });
    expect(soon['errorMessage']).toBe('A time exit must lie 1 minute to 90 days ahead.');
    const time = { after: HOUR, onlyInProfit: false };
    expect(await call(who, 'plan', { blockId, ...TARGETS, time })).toMatchObject({ errorMessage: null, failed: [] });
    await deals.shows(who, { plan: { time: { onlyInProfit: false, did: null, isLate: false } } });

    const other = await deals.trader();
    const otherId = await filledEntry(deals, other);
    const stopLoss = { price: 0.484, closing: { price: 0.51, interval: '1m' } };
    expect(await call(other, 'plan', { blockId: otherId, takeProfits: [], stopLoss })).toMatchObject({
      errorMessage: null,
      protection: {
        label: 'this server; emergency stop: exchange',
        away: 'If this server is away, the emergency stop at 0.4840 still holds; closes are decided on when it is back.',
      },
    });
    await deals.shows(other, {
      protection: 'exchange',
      plan: { stopLoss: { at: 0.484, closing: { price: 0.51, interval: '1m' } } },
    });
    await deals.price('0.505');
    await passes(HOUR + 2 * MINUTE, async () => {
      await ended(who, 'closed');
      await ended(other, 'stop-loss-filled');
    });
    expect(await texts(who, blockId)).toContain(
      'Its time was up, late, as this server was away: it is closed at market.',
    );
    expect(await texts(other, otherId)).toContain(
      'A candle closed at 0.5050, beyond the price of its stop. All of it is closed at market.',
    );
  });

  it('EX-10 AV-4 the parts of a block keep its time', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await call(who, 'plan', { blockId, ...TARGETS, time: { after: HOUR, onlyInProfit: true } });
    const whole = await deals.shows(who, { plan: { time: { did: null } } });
    const { body } = await who.post('/api/markets/spot/split', { ...XRP_PAIR, blockId, shares: [0.5, 0.5] });
    expect(body.error).toBeNull();
    const { time } = whole['plan'] as { time: object };
    await vi.waitFor(async () => {
      const parts = await deals.rows(who, 'buy');
      expect(parts).toMatchObject([
        { origin: 'split', plan: { time } },
        { origin: 'split', plan: { time } },
      ]);
    }, IN_TIME);
  });

  it('EX-10 what is due for more than a day asks its owner, in its row', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await call(who, 'plan', { blockId, ...TARGETS, time: { at: Date.now() + HOUR, onlyInProfit: true } });
    await passes(26 * HOUR, async () => {
      await deals.shows(who, {
        open: true,
        plan: {
          time: { did: 'ask', isLate: true },
          asks: 'Its time was up more than 24 h ago, while this server was away. Close it, or set its plan anew.',
        },
      });
    });
  });
});
