import type { IFrame } from '@stomp/stompjs';
import { Big } from 'big.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ANNA, BERT, CONNECT, open, page, raw, site } from '../../tests/doubles/live-site.ts';
import { until } from '../../tests/setup/until.ts';

const REPEAT_MS = 400;

/** A site that repeats prices only when a test moves its time on. */
async function openStill() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = await open({ lastPrice: new Big('0.5'), repeatMs: REPEAT_MS });
  const anna = await page(opened);
  const prices = anna.listen('market-price');
  return {
    ...opened,
    prices,
    /** What was received until the next repeat is over. */
    afterRepeat: async () => {
      vi.advanceTimersByTime(REPEAT_MS);
      await anna.idle();
      return prices.messages.length;
    },
  };
}

describe('a page', () => {
  it('P: is waited for by what is published to its owner, as long as it is open', async () => {
    const opened = await open();
    expect(opened.live.mayBeSeen(ANNA.userId)).toBe(false);
    const anna = await page(opened);
    expect([opened.live.mayBeSeen(ANNA.userId), opened.live.mayBeSeen(BERT.userId)]).toEqual([true, false]);
    await anna.client.deactivate();
    await until(() => expect(opened.live.mayBeSeen(ANNA.userId)).toBe(false));
  });

  it('learns its name and its web id, and the price of its pair as it is and as it changes', async () => {
    const opened = await open({ lastPrice: new Big('0.5') });
    const anna = await page(opened);
    expect(anna.name).toBe(ANNA.userId);
    const prices = anna.listen('market-price');
    await until(() => expect(prices.messages).toHaveLength(1));
    opened.tick('BTCUSDT', '60000');
    opened.tick('XRPUSDT', '0.5234');
    await until(() => expect(prices.messages).toHaveLength(2));
    expect(prices.bodies()).toEqual([
      { market: 'binance', symbol: 'xrp_usdt', price: 0.5, time: 1 },
      { market: 'binance', symbol: 'xrp_usdt', price: 0.5234, time: 1_700_000_000_000 },
    ]);
  });

  it('is told the price of a quiet pair again while its market trades, and no longer when nothing does', async () => {
    const { tick, afterRepeat } = await openStill();
    expect(await afterRepeat()).toBe(1);
    tick('BTCUSDT', '60000');
    expect(await afterRepeat()).toBe(2);
    tick('BTCUSDT', '60000');
    expect(await afterRepeat()).toBe(3);
    expect(await afterRepeat()).toBe(3);
  });

  it('is not told the price of a quiet pair again while the process that published it is silent, though others are not', async () => {
    const { tick, another, prices, afterRepeat } = await openStill();
    const held = another();
    tick('XRPUSDT', '0.5234', held);
    const reported = await afterRepeat();
    expect(prices.bodies().at(-1)).toMatchObject({ price: 0.5234 });
    tick('BTCUSDT', '60000');
    expect(await afterRepeat()).toBe(reported);
    // Once its process publishes again, the price is known to stand.
    tick('ETHUSDT', '3000', held);
    expect(await afterRepeat()).toBe(reported + 1);
  });

  it('L-01 is told since when trades of its pair are missing, and no longer once they come', async () => {
    const opened = await open({ lastPrice: new Big('0.5'), delayedSince: 1_700_000_000_000, repeatMs: 400 });
    const anna = await page(opened);
    const prices = anna.listen('market-price');
    // Repeated although nothing else trades.
    await until(() => expect(prices.messages.length).toBeGreaterThan(1));
    expect(prices.bodies()[1]).toMatchObject({ price: 0.5, time: 1, delayedSince: 1_700_000_000_000 });
    opened.tick('XRPUSDT', '0.5234');
    await until(() => expect(prices.bodies().at(-1)).toMatchObject({ price: 0.5234 }));
    expect(prices.bodies().at(-1)).not.toHaveProperty('delayedSince');
  });

  it('keeps its subscriptions when it moves to another pair, and hears of that one only', async () => {
    const opened = await open();
    const anna = await page(opened);
    const prices = anna.listen('market-price');
    anna.init('BTC/USDT');
    await anna.idle();
    opened.tick('XRPUSDT', '0.5');
    opened.tick('BTCUSDT', '60000.5');
    await until(() => expect(prices.messages).toHaveLength(1));
    expect(prices.bodies()[0]).toMatchObject({ symbol: 'btc_usdt', price: 60000.5 });
  });

  it('gets the prices for its alerts as a map, at first all and then what changed', async () => {
    const opened = await open();
    opened.tick('XRPUSDT', '0.5');
    opened.tick('BTCUSDT', '60000');
    const anna = await page(opened);
    const prices = anna.listen('alert-prices');
    await until(() => expect(prices.bodies()).toEqual([{ XRP_USDT: 0.5, BTC_USDT: 60000 }]));
    opened.tick('XRPUSDT', '0.51');
    opened.tick('XRPUSDT', '0.52');
    await until(() => expect(prices.bodies().at(-1)).toMatchObject({ XRP_USDT: 0.52 }));
  });

  it('gets what is its own, on every page it has open, and others do not', async () => {
    const opened = await open();
    const pages = [await page(opened), await page(opened), await page(opened, { token: 'token-b' })];
    const received = pages.map((one) => one.listen('balance'));
    await Promise.all(pages.map((one) => one.idle()));
    const body = { keyUid: 'k1', market: 'binance' };
    opened.live.toUser(ANNA.userId, { topic: 'balance', body });
    await until(() => expect(received[1]?.bodies()).toEqual([body]));
    expect(received[0]?.bodies()).toEqual([body]);
    await Promise.all(pages.map((one) => one.idle()));
    expect(received[2]?.bodies()).toEqual([]);
  });

  it('gets many messages of one turn, in order and each with its own id', async () => {
    const opened = await open();
    const anna = await page(opened);
    const received = anna.listen('balance');
    await anna.idle();
    const uids = Array.from({ length: 50 }, (_, index) => `k${index}`);
    for (const keyUid of uids) opened.live.toUser(ANNA.userId, { topic: 'balance', body: { keyUid, market: 'b' } });
    await until(() => expect(received.messages).toHaveLength(50));
    expect(received.bodies().map(({ keyUid }) => keyUid)).toEqual(uids);
    expect(new Set(received.messages.map(({ headers }) => headers['message-id'])).size).toBe(50);
  });

  it('gets messages of any length whole while it pings', async () => {
    const opened = await open();
    const anna = await page(opened);
    const received = anna.listen('balance');
    await anna.idle();
    const socket = anna.client.webSocket as unknown as WebSocket;
    let pongs = 0;
    socket.on('pong', () => (pongs += 1));
    const uids = [0, 125, 126, 65_535, 65_536].map((length) => 'k'.repeat(length));
    for (const keyUid of uids) {
      socket.ping();
      opened.live.toUser(ANNA.userId, { topic: 'balance', body: { keyUid, market: 'b' } });
      await until(() => expect(received.bodies().at(-1)?.['keyUid']).toBe(keyUid));
    }
    await until(() => expect(pongs).toBe(uids.length));
    expect(received.messages).toHaveLength(uids.length);
  });

  it('is cut off within a second when its session ends', async () => {
    const opened = await open();
    const anna = await raw(opened);
    const bert = await raw(opened, { token: 'token-b' });
    anna.socket.send(CONNECT);
    await until(() => expect(anna.text()).toContain('CONNECTED'));
    opened.endSession('token-a');
    expect(await anna.closed).toBe(4401);
    expect(anna.text()).toContain('message:Your session has ended. Sign in again.');
    expect(bert.socket.readyState).toBe(WebSocket.OPEN);
    await until(() => expect(opened.hub.connections()).toBe(1));
  });

  it('says good-bye and gets its receipt', async () => {
    const opened = await open();
    const anna = await page(opened);
    const receipt = new Promise<IFrame>((done) => {
      anna.client.onDisconnect = done;
    });
    await anna.client.deactivate();
    expect((await receipt).command).toBe('RECEIPT');
    await until(() => expect(opened.hub.connections()).toBe(0));
  });

  it('is told when the site closes', async () => {
    const opened = await site();
    const anna = await raw(opened);
    await opened.close();
    expect(await anna.closed).toBe(1012);
  });
});

describe('heart-beats', () => {
  it('go both ways', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = await open({ heartBeatMs: 1000 });
    const anna = await page(opened, { heartBeat: 1000 });
    const messages = anna.listen('balance');
    for (let second = 0; second < 4; second += 1) {
      const before = anna.heartBeatsReceived();
      vi.advanceTimersByTime(1000);
      while (anna.heartBeatsReceived() === before) await new Promise(setImmediate);
    }
    opened.live.toUser(ANNA.userId, { topic: 'balance', body: { keyUid: 'k', market: 'b' } });
    await until(() => expect(messages.messages).toHaveLength(1));
  });

  it('end the connection of a client that promised them and is silent', async () => {
    const opened = await open({ heartBeatMs: 100 });
    const anna = await raw(opened);
    anna.socket.send('CONNECT\naccept-version:1.2\nheart-beat:100,100\n\n\0');
    expect(await anna.closed).toBe(1008);
    expect(anna.text()).toMatch(/\0\n+ERROR/);
    expect(anna.text()).toContain('message:No heart-beat came from you.');
  });
});
