import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { topics } from '#contracts/live.ts';
import { ANNA, BERT, CONNECT, open, page, raw, refusal } from '../../tests/doubles/live-site.ts';
import { until } from '../../tests/setup/until.ts';

describe('the door', () => {
  it('S-39: is shut without a session, for another origin and at another place', async () => {
    const opened = await open();
    const headers = { cookie: 'session=token-a' };
    expect(await refusal(opened, {})).toBe(401);
    expect(await refusal(opened, { headers: { cookie: 'session=forged' } })).toBe(401);
    expect(await refusal(opened, { headers, origin: 'https://evil.example' })).toBe(403);
    expect(await refusal({ ...opened, url: opened.url.replace('websocket-url', 'other') }, { headers })).toBe(404);
    expect(
      await refusal(opened, { headers, origin: opened.url.replace('ws:', 'http:').replace('/websocket-url', '') }),
    ).toBe(101);
  });

  it('S-39: lets twenty pages of a person in, and no more', async () => {
    const opened = await open();
    const headers = { cookie: 'session=token-a' };
    for (let count = 0; count < 20; count += 1) expect(await refusal(opened, { headers })).toBe(101);
    expect(await refusal(opened, { headers })).toBe(429);
    expect(await refusal(opened, { headers: { cookie: 'session=token-b' } })).toBe(101);
  });

  it('S-39: lets twenty programs of a person in, which keep no page out', async () => {
    const opened = await open();
    const headers = { authorization: 'Bearer token-a' };
    for (let count = 0; count < 20; count += 1) expect(await refusal(opened, { headers })).toBe(101);
    expect(await refusal(opened, { headers })).toBe(429);
    expect(await refusal(opened, { headers: { cookie: 'session=token-a' } })).toBe(101);
  });
});

describe('bad input', () => {
  const init = (body: string) => `SEND\ndestination:/app/init-web-id\n\n${body}\0`;
  const own = { userName: ANNA.userId, market: 'binance', symbolName: 'xrp_usdt' };

  it.each([
    ['no STOMP at all', 'hello', null],
    ['JSON', '{"a":1}\0', 1002],
    ['a frame before CONNECT', 'SUBSCRIBE\nid:1\ndestination:/x\n\n\0', 1008],
    ['another version', 'CONNECT\naccept-version:1.0,1.1\n\n\0', 1008],
    ['a bad heart-beat', 'CONNECT\naccept-version:1.2\nheart-beat:a,b\n\n\0', 1008],
    ['CONNECT twice', `${CONNECT}${CONNECT}`, 1008],
    ['ACK', `${CONNECT}ACK\nid:1\n\n\0`, 1008],
    ['BEGIN', `${CONNECT}BEGIN\ntransaction:1\n\n\0`, 1008],
    ['SEND elsewhere', `${CONNECT}SEND\ndestination:/topic/all\n\nx\0`, 1008],
    ['init without JSON', `${CONNECT}${init('{')}`, 1008],
    ['init with other fields', `${CONNECT}${init('{"userName":1}')}`, 1008],
    ['SUBSCRIBE without id', `${CONNECT}SUBSCRIBE\ndestination:/user/x/web-id\n\n\0`, 1008],
    ['an unknown channel', `${CONNECT}SUBSCRIBE\nid:1\ndestination:/queue/x\n\n\0`, 1008],
    ['client acknowledgement', `${CONNECT}SUBSCRIBE\nid:1\nack:client\ndestination:/user/x/web-id\n\n\0`, 1008],
    ['a topic before the web id', `${CONNECT}SUBSCRIBE\nid:1\ndestination:/user/x/market-price\n\n\0`, 1008],
    ['a broken header', `${CONNECT}SUBSCRIBE\nid\n\n\0`, 1002],
    ['a wrong length', `${CONNECT}SEND\ndestination:/app/init-web-id\ncontent-length:1\n\n{}\0`, 1002],
  ])('gets an ERROR that says what is wrong, and the others go on: %s', async (_, bytes, code) => {
    const opened = await open();
    const bert = await page(opened, { token: 'token-b' });
    const received = bert.listen('market-price');
    await bert.idle();
    const anna = await raw(opened);
    anna.socket.send(bytes);
    if (code === null) anna.socket.send('\n\0');
    expect(await anna.closed).toBe(code ?? 1002);
    expect(anna.text()).toMatch(/ERROR\nmessage:[A-Za-z/].{10,}\n/);
    opened.tick('XRPUSDT', '0.5');
    await until(() => expect(received.messages).toHaveLength(1));
  });

  it('is taken in pieces, binary or text, and answered with the receipts asked for', async () => {
    const opened = await open();
    const anna = await raw(opened);
    anna.socket.send(CONNECT);
    const rest = `\n\nSUBSCRIBE\nid:0\ndestination:/user/${ANNA.userId}/web-id\nreceipt:a\\cb\n\n\0\n${init(JSON.stringify(own))}`;
    for (let at = 0; at < rest.length; at += 40) anna.socket.send(Buffer.from(rest.slice(at, at + 40)));
    await until(() => expect(anna.text()).toContain('"webId":'));
    expect(anna.text()).toContain('RECEIPT\nreceipt-id:a\\cb\n\n\0');
    expect(anna.text()).toContain(`MESSAGE\ndestination:/user/${ANNA.userId}/web-id\nsubscription:0\n`);
  });

  it('S-38: asking for what is another person’s is refused and logged', async () => {
    const opened = await open();
    const bert = await page(opened, { token: 'token-b' });
    const foreign = [
      `SUBSCRIBE\nid:1\ndestination:/user/${BERT.userId}/web-id\n\n\0`,
      `${init(JSON.stringify(own))}SUBSCRIBE\nid:1\nreceipt:9\ndestination:/user/${bert.webId}/balance\n\n\0`,
      init(JSON.stringify({ ...own, userName: BERT.userId })),
    ];
    for (const frames of foreign) {
      const anna = await raw(opened);
      anna.socket.send(`${CONNECT}${frames}`);
      expect(await anna.closed).toBe(1008);
      expect(anna.text()).toContain('message:This channel is not yours.');
    }
    expect(opened.lines.filter((line) => line.includes("another person's channel"))).toHaveLength(3);
  });

  it('S-39: of a megabyte closes that connection with 1009', async () => {
    const opened = await open();
    const anna = await raw(opened);
    anna.socket.send(`SEND\n\n${'a'.repeat(1024 * 1024)}\0`);
    expect(await anna.closed).toBe(1009);
    const bert = await raw(opened, { token: 'token-b' });
    for (let count = 0; count < 3; count += 1)
      bert.socket.send(`${count === 0 ? 'SEND\n\n' : ''}${'a'.repeat(30_000)}`);
    expect(await bert.closed).toBe(1009);
    expect(bert.text()).toContain('ERROR\nmessage:A frame may have 65536 bytes at most.');
  });

  it('S-39: of more than twenty messages a second, and one for each topic, is refused', async () => {
    const opened = await open();
    const anna = await raw(opened);
    const most = 20 + Object.keys(topics).length;
    anna.socket.send(CONNECT);
    for (let count = 0; count < most; count += 1) anna.socket.send('\n');
    expect(await anna.closed).toBe(1008);
    expect(anna.text()).toContain(`message:Too many messages\\c at most ${most} a second.`);
  });

  it('S-39: is none where a page listens to every topic at once', async () => {
    const opened = await open();
    const anna = await page(opened);
    for (const topic of Object.keys(topics) as (keyof typeof topics)[]) anna.listen(topic);
    const received = anna.listen('balance');
    await anna.idle();
    opened.live.toUser(ANNA.userId, { topic: 'balance', body: { keyUid: 'k', market: 'binance' } });
    await until(() => expect(received.messages).toHaveLength(1));
    expect(opened.hub.connections()).toBe(1);
  });

  it('S-39: a reader that does not read is dropped, and costs the others nothing', async () => {
    const opened = await open();
    const slow = await page(opened);
    const quick = await page(opened);
    const received = quick.listen('balance');
    slow.listen('balance');
    await Promise.all([slow.idle(), quick.idle()]);
    (slow.client.webSocket as unknown as WebSocket).pause();
    const keyUid = 'k'.repeat(100_000);
    let sent = 0;
    await until(
      () => {
        opened.live.toUser(ANNA.userId, { topic: 'balance', body: { keyUid, market: 'binance' } });
        sent += 1;
        expect(opened.hub.connections()).toBe(1);
      },
      { timeout: 30_000, interval: 5 },
    );
    await until(() => expect(received.messages).toHaveLength(sent));
    expect(opened.lines.some((line) => line.includes('too slow'))).toBe(true);
  });

  it('a reader that lags gets the newest price only', async () => {
    const opened = await open();
    const slow = await page(opened);
    const prices = slow.listen('market-price');
    await slow.idle();
    const socket = slow.client.webSocket as unknown as WebSocket;
    socket.pause();
    const ticks = 200_000;
    for (let count = 1; count <= ticks; count += 1) {
      opened.tick('XRPUSDT', (count / 1000).toFixed(3));
      if (count % 100 === 0) await new Promise((done) => setImmediate(done));
    }
    socket.resume();
    await until(() => expect(prices.bodies().at(-1)).toMatchObject({ price: ticks / 1000 }), { timeout: 20_000 });
    expect(prices.messages.length).toBeLessThan(ticks);
    expect(opened.hub.connections()).toBe(1);
  });
});
