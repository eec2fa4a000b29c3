import { describe, expect, it } from 'vitest';
import { atMarket, outsideBench, type OutsideGroup } from '../../../../tests/factories/external-group.ts';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';

const bench = outsideBench();
const { control, price, pass } = bench;

/** What is done meanwhile is not received; it is known that something was missed. */
async function unheard(work: () => Promise<unknown>): Promise<void> {
  await control('fault', { kind: 'mute-streams', times: 1 });
  await work();
  await control('fault', { kind: 'mute-streams', times: 0 });
  await control('fault', { kind: 'cut-streams', times: 1 });
}
const bought = async () => {
  const who = await bench.group('320');
  await who.hand.place(atMarket('BUY', '192.3'));
  await who.become(['filled', 'filled']);
  return who;
};

describe('M-08: what was done while its stream was down', () => {
  it('an order that rests is repeated once, however often the line is cut', async () => {
    const who = await bench.group('320');
    await unheard(() => who.hand.place(buyLimit('200', '0.5')));
    await who.become(['placed', 'placed']);
    for (let cuts = 0; cuts < 3; cuts += 1) await control('fault', { kind: 'cut-streams', times: 1 });
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed'], ['placed', 'placed']);
    expect((await who.sent()).map((lines) => lines.length)).toEqual([2, 2]);
  });

  it('its cancellation is followed', async () => {
    const who = await bench.group('320');
    const { body } = await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'placed']);
    await unheard(() => who.hand.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: body.orderId }));
    await who.show(['BUY LIMIT GTC 200 at 0.5 CANCELED'], ['BUY LIMIT GTC 64 at 0.5 CANCELED']);
  });

  it('a deal in a pair without any block is repeated: the balances show it', async () => {
    const who = await bench.group('320');
    await unheard(() => who.hand.place(atMarket('BUY', '192.3')));
    await who.become(['filled', 'filled']);
    await who.show(['BUY MARKET GTC 192.3 at 0 FILLED'], ['BUY LIMIT IOC 61.5 at 0.5226 FILLED']);
  });

  it('a sale of what a block holds is followed', async () => {
    const who = await bought();
    await unheard(() => who.hand.place(atMarket('SELL', '192.1')));
    await who.endAs(['closed', 'closed']);
    expect((await who.sent())[1]?.at(-1)).toBe('SELL LIMIT IOC 61.4 at 0.5174 FILLED');
  });
});

describe('M-08: an exchange that cannot be asked after a gap is asked again', () => {
  const refuse = (path: string, times = 1) => control('fault', { kind: 'reject', code: 503, path, times });

  it('what was traded in a pair of a block', async () => {
    const who = await bought();
    await unheard(async () => {
      await who.hand.place(atMarket('SELL', '192.1'));
      await refuse('GET /api/v3/myTrades');
    });
    await who.endAs(['closed', 'closed']);
  });

  it('open orders, and deals that the balances show', async () => {
    const who = await bench.group('320');
    await unheard(async () => {
      await who.hand.place(buyLimit('100', '0.48'));
      await who.hand.place(atMarket('BUY', '192.3'));
      await refuse('GET /api/v3/openOrders');
      await refuse('GET /api/v3/account', 2);
    });
    await who.become(['filled', 'filled'], ['placed', 'placed']);
  });
});

describe('what was received while no key copied', () => {
  const copying = async (who: OutsideGroup, inProcess: boolean) => {
    const json = { mainUid: who.keyUid, updateUid: who.copies[0]?.uid, inProcess, market: 'binance' };
    expect((await who.send('PUT', '/api/key/group/updateKey', { json })).body).toEqual({ error: null });
  };
  /** Received to its end: what its owner takes back after it is followed. */
  async function whileNoneCopies(who: OutsideGroup, deal: Record<string, string>): Promise<void> {
    const before = (await who.states()).filter(([status]) => status !== 'placed') as string[][];
    const { body } = await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed'], ...before);
    await copying(who, false);
    await who.hand.place(deal);
    await who.hand.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: body.orderId });
    await who.become(...before);
    await copying(who, true);
  }
  const sentByCopy = async (who: OutsideGroup) => (await who.sent())[1]?.filter((line) => !line.includes(' 0.48 '));

  it('a sale closes no block that was opened after it, however often the line is cut', async () => {
    const who = await bench.group('320');
    await whileNoneCopies(who, atMarket('SELL', '192.3'));
    await who.hand.place(atMarket('BUY', '192.3'));
    await who.become(['filled', 'filled']);
    await control('fault', { kind: 'cut-streams', times: 1 });
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed'], ['filled', 'filled']);
    expect(await sentByCopy(who)).toEqual([expect.stringMatching(/^BUY LIMIT IOC .* FILLED$/)]);
  });

  it('a purchase is not repeated later either', async () => {
    const who = await bought();
    await whileNoneCopies(who, atMarket('BUY', '100'));
    await control('fault', { kind: 'cut-streams', times: 1 });
    await who.hand.place(buyLimit('100', '0.48'));
    await who.become(['placed', 'placed'], ['filled', 'filled']);
    expect(await sentByCopy(who)).toEqual([expect.stringMatching(/^BUY LIMIT IOC .* FILLED$/)]);
  });
});

describe('M-14: never a late copy', () => {
  it('from where the market has moved more than half a percent', async () => {
    const who = await bought();
    await control('fault', { kind: 'mute-streams', times: 1 });
    await who.hand.place(atMarket('BUY', '192.3'));
    await control('fault', { kind: 'mute-streams', times: 0 });
    await price('0.53');
    await control('fault', { kind: 'cut-streams', times: 1 });
    await who.become(['filled', 'skipped'], ['filled', 'filled']);
    const skipped = Object.values(await who.content('buy'))[0]?.[1];
    expect(skipped).toMatchObject({
      skipCode: 'DRIFTED',
      statusReason: expect.stringContaining('from 0.52 to 0.53') as string,
    });
  });

  it('nor more than 30 s after the deal', async () => {
    const [who, closing] = [await bench.group('320'), await bought()];
    pass(31_000);
    await who.hand.place(buyLimit('200', '0.5'));
    await who.become(['placed', 'skipped']);
    expect((await who.rows())[1]).toMatchObject({ skipCode: 'LATE' });
    await closing.hand.place(atMarket('SELL', '57.6'));
    await until(async () =>
      expect((await closing.rows())[1]).toMatchObject({
        status: 'filled',
        statusReason: expect.stringContaining('30 s') as string,
      }),
    );
    expect([(await who.sent())[1], (await closing.sent())[1]?.length]).toEqual([[], 1]);
  });
});
