import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livePage } from '../../../tests/factories/live-page.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { person, visitor, type Visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

const wanted = (more: Record<string, unknown> = {}) => ({
  market: 'BINANCE',
  symbol: 'XRP_USDT',
  price: 0.53,
  type: 'PRICE_RISES_ABOVE',
  informing: 'ONLY_ONCE',
  ...more,
});
type Someone = Pick<Visitor, 'send' | 'get' | 'post'>;
const add = async (who: Someone, more: Record<string, unknown> = {}) =>
  (await who.post('/api/alert/', wanted(more))).body.alert as Record<string, unknown> & { id: string };
const change = (who: Someone, json: unknown, method = 'PATCH') => who.send(method, '/api/alert/', { json });
const list = async (who: Someone, query = '') => (await who.get(`/api/alert/list?market=BINANCE${query}`)).body;
const ids = (page: { content: { id: string }[] }) => page.content.map(({ id }) => id);

describe('an alert', () => {
  it('is added and answered as it is on the wire', async () => {
    const ada = await person(site);
    const { status, body } = await ada.post('/api/alert/', wanted({ symbol: 'xrp/usdt', comment: 'sell' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      error: null,
      alert: {
        ...wanted(),
        id: expect.any(String),
        comment: 'sell',
        favorite: false,
        sendToTelegram: false,
        active: true,
        executed: false,
        seen: false,
        executedAt: null,
        late: false,
      },
    });
    expect((await list(ada)).content).toEqual([body.alert]);
  });

  it.each([
    [{ symbol: 'XRP_NOPE' }, 'Coin pair incorrect. Choose again'],
    [{ market: 'BYBIT' }, 'Coin pair incorrect. Choose again'],
    [{ price: 0.53001 }, 'This price may have 4 decimals at most.'],
  ])('is refused in a sentence: %j', async (wrong, error) => {
    const ada = await person(site);
    const { status, body } = await ada.post('/api/alert/', wanted(wrong));
    expect([status, body]).toEqual([200, { error, alert: null }]);
    expect((await list(ada)).totalRecords).toBe(0);
  });

  it.each([
    [{ type: 'PRICE' }, 'type: Choose alert type'],
    [{ informing: 'SOMETIMES' }, 'informing: Choose frequency'],
    [{ price: 0 }, 'price: Enter an amount above zero.'],
    [{ price: -1 }, 'price: Enter an amount above zero.'],
    [{ price: '0.5' }, 'price: Enter a number.'],
    [{ comment: 'x'.repeat(201) }, 'comment: A comment has at most 200 characters.'],
    [{ market: 'KRAKEN' }, 'market: Choose one of: BINANCE, BYBIT, COINBASE.'],
    [{ symbol: '../etc' }, 'symbol: Name a coin pair such as XRP_USDT.'],
  ])('that is malformed gets 400: %j', async (wrong, sentence) => {
    const { status, body } = await (await person(site)).post('/api/alert/', wanted(wrong));
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('changes by PATCH and by PUT, and a new price or type arms it again', async () => {
    const ada = await person(site);
    const { id } = await add(ada);
    for (const method of ['PATCH', 'PUT']) {
      const comment = `by ${method}`;
      expect((await change(ada, { id, comment }, method)).body).toMatchObject({ error: null, alert: { id, comment } });
    }
    expect((await change(ada, { id, active: false })).body.alert.active).toBe(false);
    expect((await change(ada, { id, favorite: true })).body.alert).toMatchObject({ active: false, favorite: true });
    expect((await change(ada, { id, price: 0.53 })).body.alert.active).toBe(false);
    expect((await change(ada, { id, price: 0.54321 })).body.alert).toMatchObject({ active: true, price: 0.54321 });
    expect((await change(ada, { id, price: 0.123456789 })).body).toEqual({
      error: 'This price may have 8 decimals at most.',
      alert: null,
    });
  });

  describe('V-20 changed on two devices', () => {
    const id = () => crypto.randomUUID();
    /** Made so many seconds before it is sent, by a clock of the device's own. */
    const made = (ago: number, changeId = id(), clock = 0) => ({
      id: changeId,
      at: Date.now() + clock - ago * 1_000,
      sentAt: Date.now() + clock,
    });

    it.each([0, -3_600_000, 3_600_000])(
      'keeps the newer one and tells whose was lost, device clock off by %i ms',
      async (clock) => {
        const ada = await person(site);
        const alert = await add(ada);
        await change(ada, { id: alert.id, comment: 'newer', made: made(1, id(), clock) });
        const { status, body } = await change(ada, { id: alert.id, comment: 'older', favorite: true, made: made(60) });
        expect(status).toBe(200);
        expect(body).toMatchObject({ error: null, lost: ['comment'], alert: { comment: 'newer', favorite: true } });
      },
    );

    it('takes the same change once: switched off meanwhile, it stays off', async () => {
      const ada = await person(site);
      const alert = await add(ada, { active: false });
      const on = { id: alert.id, active: true, made: made(1) };
      expect((await change(ada, on)).body.alert.active).toBe(true);
      await change(ada, { id: alert.id, active: false });
      const again = await change(ada, { ...on, made: { ...on.made, sentAt: on.made.sentAt + 5_000 } });
      expect(again.body).toMatchObject({ error: null, lost: ['active'], alert: { active: false } });
    });

    it('tells the other pages when a change that waited replaces an earlier one', async () => {
      const ada = await person(site);
      const alert = await add(ada);
      const page = await livePage(site, ada);
      const received = page.listen('alerts');
      await page.idle();
      await change(ada, { id: alert.id, comment: 'here', made: made(60) });
      const change2 = made(30);
      await change(ada, { id: alert.id, comment: 'there', made: change2 });
      await until(() => expect(received.messages).toHaveLength(2));
      expect(received.messages.map(({ body }) => JSON.parse(body))).toEqual([
        {},
        { replaced: { changeId: change2.id, symbol: 'XRP_USDT', fields: ['comment'] } },
      ]);
    });

    it.each([
      [{ made: { id: 'x', at: 1, sentAt: 1 } }],
      [{ made: { id: id(), at: -1, sentAt: 1 } }],
      [{ made: { id: id(), at: 1.5, sentAt: 2 } }],
      [{ made: { id: id(), at: 1 } }],
    ])('refuses a malformed %j', async (wrong) => {
      const ada = await person(site);
      const alert = await add(ada);
      expect((await change(ada, { id: alert.id, comment: 'x', ...wrong })).status).toBe(400);
    });
  });

  it('is read again on the other pages of its owner once it was changed or seen', async () => {
    const ada = await person(site);
    const { id } = await add(ada);
    const page = await livePage(site, ada);
    const reported = page.listen('alerts');
    await page.idle();
    const ways = [
      () => change(ada, { id, favorite: true }),
      () => ada.send('PATCH', `/api/alert/seen/${id}`),
      () => ada.send('DELETE', `/api/alert/${id}`),
    ];
    for (const [done, way] of ways.entries()) {
      await way();
      await until(() => expect(reported.messages).toHaveLength(done + 1));
    }
  });

  it('is deleted once', async () => {
    const ada = await person(site);
    const { id } = await add(ada);
    expect((await ada.send('DELETE', `/api/alert/${id}`)).body).toBe('1');
    expect((await ada.send('DELETE', `/api/alert/${id}`)).status).toBe(404);
  });

  it('of another person is not there', async () => {
    const [ada, bob] = [await person(site), await person(site)];
    const { id } = await add(ada);
    expect((await change(bob, { id, comment: 'mine' })).status).toBe(404);
    expect((await bob.send('DELETE', `/api/alert/${id}`)).status).toBe(404);
    expect((await bob.send('PATCH', `/api/alert/seen/${id}`)).status).toBe(404);
    expect((await list(bob)).content).toEqual([]);
    expect((await visitor(site).get('/api/alert/list?market=BINANCE')).status).toBe(401);
  });

  it('may not be the 501st, however many are added at once', async () => {
    const ada = await person(site);
    const [{ userId }] = (await site.database
      .sql`select user_id as "userId" from users where email = ${ada.email}`) as [{ userId: string }];
    await site.database.sql`
      insert into alerts (user_id, id, market, symbol, pair, price, type, informing, comment, favorite,
        send_to_telegram, active, armed_at, created_at, sorted_at)
      select ${userId}, gen_random_uuid(), 'binance', 'XRPUSDT', 'xrp_usdt', 0.5, 'PRICE_REACHES', 'ALWAYS', '', false,
        false, false, 1, 1, 1 from generate_series(1, 497)`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post('/api/alert/', wanted())));
    expect(answers.filter(({ body }) => body.alert).length).toBe(3);
    expect(answers.find(({ body }) => body.error)?.body.error).toMatch(/^You have 500 alerts/);
    expect((await list(ada)).totalRecords).toBe(500);
  });
});

describe('the list', () => {
  it('has ten a page, newest first', async () => {
    const ada = await person(site);
    const added: string[] = [];
    for (let count = 0; count < 21; count += 1) added.unshift((await add(ada)).id);
    const pages = [await list(ada), await list(ada, '&page=1'), await list(ada, '&page=2'), await list(ada, '&page=3')];
    expect(pages.map(ids)).toEqual([added.slice(0, 10), added.slice(10, 20), added.slice(20), []]);
    expect(pages[1]).toMatchObject({ totalRecords: 21, pageNumber: 1, lastPageNumber: 2, error: null });
  });

  it('is searched by a part of the pair, slash or underscore, and by favourites', async () => {
    const ada = await person(site);
    const xrp = await add(ada);
    const btc = await add(ada, { symbol: 'BTC_USDT', price: 60_000, favorite: true });
    expect(ids(await list(ada, '&symbol=xrp/u'))).toEqual([xrp.id]);
    expect(ids(await list(ada, '&symbol=BTC_'))).toEqual([btc.id]);
    expect(ids(await list(ada, '&symbol=usdt'))).toEqual([btc.id, xrp.id]);
    expect(ids(await list(ada, '&symbol=%25'))).toEqual([]);
    expect(ids(await list(ada, '&favorite=true'))).toEqual([btc.id]);
    expect(ids((await ada.get('/api/alert/list?market=bybit')).body)).toEqual([]);
  });
});

describe('a crossing on the paper exchange', () => {
  it('executes the alert, which is not seen until it is', async () => {
    const ada = await person(site);
    const control = paperControl(site);
    const others = await add(ada);
    const alert = await add(ada, { symbol: 'DOGE_USDT', price: 0.5, type: 'PRICE_REACHES' });
    let price = 0.4;
    await until(
      async () => {
        price = price === 0.4 ? 0.6 : 0.4;
        await control('price', { symbol: 'DOGEUSDT', price: String(price) });
        expect((await ada.get('/api/alert/not-seen-id-list?market=BINANCE')).body).toEqual([alert.id]);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect((await ada.get('/api/alert/not-seen-id-list')).body).toEqual([alert.id]);
    expect((await ada.get('/api/alert/not-seen-id-list?market=BYBIT')).body).toEqual([]);
    const [first, second] = (await list(ada)).content;
    expect(first).toMatchObject({ id: alert.id, executed: true, seen: false, active: false, late: false });
    expect(first.executedAt).toBeGreaterThan(0);
    expect(second.id).toBe(others.id);
    expect((await ada.send('PUT', `/api/alert/seen/${others.id}`)).body.alert.seen).toBe(false);
    expect((await ada.send('PATCH', `/api/alert/seen/${alert.id}`)).body).toMatchObject({
      error: null,
      alert: { id: alert.id, executed: true, seen: true },
    });
    for (const query of ['?market=BINANCE', ''])
      expect((await ada.get(`/api/alert/not-seen-id-list${query}`)).body).toEqual([]);
    const before = { id: alert.id, active: true, made: { id: crypto.randomUUID(), at: 1_000, sentAt: 61_000 } };
    expect((await change(ada, before)).body).toMatchObject({
      lost: ['active'],
      alert: { active: false, executed: true },
    });
    const rearmed = (await change(ada, { id: alert.id, type: 'PRICE_RISES_ABOVE' })).body.alert;
    expect(rearmed).toMatchObject({ active: true, executed: false, seen: false });
  });
});
