import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { page } from '../../../../tests/doubles/live-site.ts';
import { liveUrl } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, trader, visitor, type Visitor } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({ TRUST_PROXY: 'on' }, clock);
});
afterAll(() => site.close());

const HOUR = 3_600_000;
const ORDER = { market: 'binance', symbolName: 'xrp_usdt', price: 0.3, counterQuantity: 10, counterEarning: true };
const ALERT = { market: 'BINANCE', symbol: 'XRP_USDT', price: 0.9, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };

interface Made {
  token: string;
  tokenId: string;
}

async function made(who: Visitor, json: Record<string, unknown>): Promise<Made> {
  const { status, body, text } = await who.post('/api/tokens', { name: 'Night program', ...json });
  expect(status, text).toBe(200);
  return body as Made;
}

/** Asks for the live channel with these headers: an open socket, or the status of the refusal. */
async function liveUpgrade(url: string, headers: Record<string, string>) {
  const socket = new WebSocket(url, ['v12.stomp'], { headers });
  return new Promise<{ status: number; socket: WebSocket | null }>((done) => {
    socket.on('open', () => done({ status: 101, socket }));
    socket.on('unexpected-response', (_, { statusCode }) => done({ status: statusCode ?? 0, socket: null }));
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A program with a token and no cookie. */
function program(token: string, from = '192.0.2.7') {
  const headers = { ...bearer(token), 'x-forwarded-for': from };
  const { send } = visitor(site);
  return {
    get: (path: string) => send('GET', path, { headers }),
    post: (path: string, json: unknown) => send('POST', path, { json, headers }),
    delete: (path: string) => send('DELETE', path, { headers }),
  };
}

const listed = async (who: Visitor) => (await who.get('/api/tokens')).body.tokens as Record<string, unknown>[];

describe('API tokens', () => {
  it('are shown once, stored as a hash, and do what their scopes say', async () => {
    const who = await trader(site);
    const { token, tokenId } = await made(who, { scopes: ['read', 'alerts'] });
    expect(token).toMatch(/^tandem_[\w-]{43}$/);
    const its = program(token);
    expect((await its.get('/api/bots')).status).toBe(200);
    expect((await its.post('/api/alert/', ALERT)).body.alert.symbol).toBe('XRP_USDT');
    const refused = await its.post('/api/markets/spot/first/buy', ORDER);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'This call needs an API token with the scope trade; this one has read, alerts.',
    ]);
    const { text } = await who.get('/api/tokens');
    expect(text).not.toContain(token);
    expect((await who.get('/api/user/export?format=json')).text).not.toContain(token);
    const rows = await site.database.sql`select t::text as row from api_tokens t where id = ${tokenId}`;
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(site.logged()).not.toContain(token);
  });

  it.each([
    ['GET', '/api/user', undefined],
    ['GET', '/api/key/all', undefined],
    ['GET', '/api/user/export', undefined],
    ['GET', '/api/tokens', undefined],
    ['POST', '/api/tokens', { name: 'Another', scopes: ['read'] }],
    ['POST', '/api/user/trading', { off: false }],
    ['POST', '/api/key', { market: 'binance', name: 'Mine', key: 'k', secret: 's' }],
    ['POST', '/api/user/confirm', { password: PASSWORD }],
    ['POST', '/api/hooks', {}],
  ])('are refused with a sentence on account and key calls: %s %s', async (method, path, json) => {
    const { token } = await made(await person(site), { scopes: ['read', 'alerts', 'trade'] });
    const { status, body } = await visitor(site).send(method, path, {
      headers: bearer(token),
      ...(json ? { json } : {}),
    });
    expect([status, body.error]).toEqual([403, expect.stringContaining('API tokens are not taken for this call')]);
  });

  it('are never taken together with a cookie, and a wrong one is refused', async () => {
    const who = await person(site);
    const { token } = await made(who, { scopes: ['read'] });
    const both = await who.send('GET', '/api/bots', { headers: bearer(token) });
    expect([both.status, both.body.error]).toEqual([400, 'Send an API token or a cookie, not both.']);
    for (const wrong of ['', 'tandem_', token.slice(0, -1), `${token}A`, token.toUpperCase()])
      expect((await program(wrong).get('/api/bots')).status, wrong).toBe(401);
    expect((await program(who.cookie().slice('session='.length)).get('/api/bots')).status).toBe(401);
    const guest = visitor(site);
    guest.useCookie(`session=${token}`);
    expect((await guest.get('/api/bots')).status).toBe(401);
  });

  it('twenty wrong ones a minute are answered, then none, while a right one works on', async () => {
    const { token } = await made(await person(site), { scopes: ['read'] });
    const ask = async (which: string) => (await program(which, '198.51.100.9').get('/api/bots')).status;
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries += 1) statuses.push(await ask(`no-${tries}`));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(await ask(token)).toBe(200);
  });

  it('S-08: one that trades asks for a fresh proof, others do not', async () => {
    const who = await person(site);
    pass(6 * 60_000);
    const asked = await who.post('/api/tokens', { name: 'Trader', scopes: ['read', 'trade'] });
    expect([asked.status, asked.body.confirm]).toEqual([403, true]);
    await made(who, { scopes: ['read'] });
    await who.post('/api/user/confirm', { password: PASSWORD });
    await made(who, { scopes: ['trade'] });
  });

  it('end when their time is over', async () => {
    const who = await person(site);
    const { token } = await made(who, { scopes: ['read'], expiresAt: clock() + HOUR });
    expect((await program(token).get('/api/bots')).status).toBe(200);
    pass(HOUR);
    expect((await program(token).get('/api/bots')).status).toBe(401);
    const past = await who.post('/api/tokens', { name: 'Late', scopes: ['read'], expiresAt: clock() });
    expect([past.status, past.body.error]).toEqual([400, 'Choose an expiry in the future.']);
  });

  it('S-34: trade like their user, and not while trading is off', async () => {
    const who = await trader(site);
    const { token } = await made(who, { scopes: ['trade'] });
    const its = program(token);
    expect((await its.post('/api/markets/spot/first/buy', ORDER)).body.error).toBeNull();
    await who.post('/api/user/trading', { off: true });
    expect((await its.post('/api/markets/spot/first/buy', { ...ORDER, price: 0.31 })).status).toBe(503);
    const { content } = (await who.get('/api/user/audit')).body as { content: { kind: string; details: object }[] };
    expect(content.find(({ kind }) => kind === 'order-placed')?.details).toMatchObject({
      device: 'API token “Night program”',
    });
  });

  it('S-44: have limits of their own, and leave those of the pages alone', async () => {
    const who = await trader(site);
    const { token } = await made(who, { scopes: ['trade'] });
    const other = await made(who, { scopes: ['trade'] });
    const orders = Array.from({ length: 11 }, (_, at) =>
      program(at % 2 === 0 ? token : other.token).post('/api/markets/spot/first/buy', {}),
    );
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await who.buy({ price: 0.3, counterQuantity: 10 })).body.error).toBeNull();
  });

  it('tell every use, with refused ones and the last, and tell them to their owner only', async () => {
    const [who, stranger] = [await person(site), await person(site)];
    const { token, tokenId } = await made(who, { scopes: ['read'] });
    expect(await listed(who)).toMatchObject([{ tokenId, lastUsedAt: null, lastAddress: null }]);
    await program(token).get('/api/bots');
    await program(token).get('/api/bots');
    await program(token).delete('/api/bots/0198c0de-0000-7000-8000-00000000000a');
    const { body } = await who.get(`/api/tokens/${tokenId}/uses`);
    expect(body.totalRecords).toBe(2);
    expect(body.content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ call: 'GET /api/bots', allowed: true, count: 2, address: '192.0.2.7' }),
        expect.objectContaining({ call: 'DELETE /api/bots/:botId', allowed: false, count: 1 }),
      ]),
    );
    const [{ lastUsedAt, lastAddress }] = (await listed(who)) as [Record<string, unknown>];
    expect([Number(lastUsedAt) > 0, lastAddress]).toEqual([true, '192.0.2.7']);
    expect((await stranger.get(`/api/tokens/${tokenId}/uses`)).status).toBe(404);
    expect((await stranger.send('DELETE', `/api/tokens/${tokenId}`)).status).toBe(404);
    pass(91 * 24 * HOUR);
    await program(token).get('/api/bots');
    const [{ left }] = (await site.database.sql`
      select count(*)::int as left from api_token_uses where token_id = ${tokenId}`) as unknown as [{ left: number }];
    expect(left).toBe(1);
  });

  it('end with a removal, a sign-out everywhere, a new password and the account', async () => {
    const who = await person(site);
    const works = async ({ token }: Made) => (await program(token).get('/api/bots')).status === 200;
    const removed = await made(who, { scopes: ['read'] });
    expect((await who.send('DELETE', `/api/tokens/${removed.tokenId}`)).body).toEqual({ removed: true });
    expect(await works(removed)).toBe(false);
    const first = await made(who, { scopes: ['read'] });
    expect(await works(first)).toBe(true);
    expect((await who.send('DELETE', '/api/user/sessions')).body).toEqual({ ended: 0 });
    expect(await works(first)).toBe(false);
    const second = await made(who, { scopes: ['read'] });
    const passwords = { password: `${PASSWORD}2`, passwordConfirmation: `${PASSWORD}2` };
    expect((await who.send('PUT', '/api/user', { json: passwords })).status).toBe(200);
    expect(await works(second)).toBe(false);
    const third = await made(who, { scopes: ['read'] });
    expect((await who.send('DELETE', '/api/user', { json: { password: `${PASSWORD}2` } })).status).toBe(200);
    expect(await works(third)).toBe(false);
  });

  it('are twenty at most, named and with known scopes', async () => {
    const who = await person(site);
    const sentence = async (json: unknown) => {
      const { status, body } = await who.post('/api/tokens', json);
      return [status, body.error];
    };
    expect(await sentence({ name: 'One', scopes: [] })).toEqual([
      400,
      'scopes: Choose what the token may do: read, alerts, trade.',
    ]);
    expect(await sentence({ name: 'One', scopes: ['all'] })).toEqual([
      400,
      'scopes.0: A scope is one of read, alerts, trade.',
    ]);
    expect(await sentence({ name: ' ', scopes: ['read'] })).toEqual([400, 'name: Give it a name.']);
    for (let count = 0; count < 20; count += 1) await made(who, { scopes: ['read'] });
    expect(await sentence({ name: 'One', scopes: ['read'] })).toEqual([
      409,
      'You have 20 API tokens, which is the most. Remove one first.',
    ]);
  });

  it('S-39: open the live channel with the scope read, which closes when they are removed', async () => {
    const who = await person(site);
    const reader = await made(who, { scopes: ['read'] });
    const alerts = await made(who, { scopes: ['alerts'] });
    const url = await liveUrl(site);
    expect(await liveUpgrade(url, bearer('tandem_wrong'))).toMatchObject({ status: 401 });
    expect(await liveUpgrade(url, bearer(alerts.token))).toMatchObject({ status: 403 });
    expect(await liveUpgrade(url, { ...bearer(reader.token), cookie: who.cookie() })).toMatchObject({ status: 400 });
    const { socket } = await liveUpgrade(url, bearer(reader.token));
    let code = 0;
    socket?.on('close', (with_) => (code = with_));
    await who.send('DELETE', `/api/tokens/${reader.tokenId}`);
    await until(() => expect(code).toBe(4401));
  });

  it('S-39: receive what the live channel sends to their user, and list it as a use, also where it was refused', async () => {
    const [who, stranger] = [await person(site), await person(site)];
    const [reader, other] = [await made(who, { scopes: ['read'] }), await made(who, { scopes: ['alerts', 'trade'] })];
    const url = await liveUrl(site);
    const opened = await page({ url }, { headers: { ...bearer(reader.token), 'x-forwarded-for': '192.0.2.7' } });
    const told = opened.listen('alerts');
    await opened.idle();
    for (const one of [stranger, who]) expect((await one.post('/api/alert/', ALERT)).status).toBe(200);
    await until(() => expect(told.bodies()).toEqual([{}]));
    expect(await liveUpgrade(url, bearer(other.token))).toMatchObject({ status: 403 });
    const usesOf = async ({ tokenId }: Made) => (await who.get(`/api/tokens/${tokenId}/uses`)).body.content;
    const use = { call: 'LIVE /websocket-url', count: 1 };
    expect(await usesOf(reader)).toMatchObject([{ ...use, allowed: true, address: '192.0.2.7' }]);
    expect(await usesOf(other)).toMatchObject([{ ...use, allowed: false }]);
  });
});
