import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/index.ts';
import { person, trader, visitor, type Visitor } from '../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../tests/setup/site.ts';

let site: TestSite;
let who: Visitor;
beforeAll(async () => {
  site = await testSite();
  who = await trader(site);
});
afterAll(() => site.close());

const ORDER = '/api/markets/spot/first/buy';
const order = (more: string) =>
  `{"market":"binance","symbolName":"xrp_usdt","price":0.5,"counterQuantity":100,"counterEarning":true${more}}`;
const raw = (path: string, body: string, headers: Record<string, string> = {}) =>
  site.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: who.cookie(), ...headers },
    body,
  });

describe('what is not understood', () => {
  it.each([
    ['malformed JSON', '{"market":', 'This is not valid JSON.'],
    ['no object', '[]', 'Send an object with named fields.'],
    ['zero', order(',"price":0'), 'price: Enter an amount above zero.'],
    ['negative', order(',"counterQuantity":-5'), 'counterQuantity: Enter an amount above zero.'],
    ['NaN', order(',"price":NaN'), 'This is not valid JSON.'],
    ['1e400', order(',"price":1e400'), 'price: Enter a number.'],
    ['a number of 200 digits', order(`,"price":${'9'.repeat(200)}`), 'price: This amount is too large.'],
    ['a text for a number', order(',"price":"0.5"'), 'price: Enter a number.'],
    [
      'a missing field',
      '{"market":"binance","symbolName":"xrp_usdt","price":0.5,"counterEarning":true}',
      'counterQuantity: ',
    ],
    ['an unknown field', order(',"stop":1'), 'There is no field named stop here.'],
    ['half a character', order(',"market":"\\ud800"'), 'This text contains an incomplete character.'],
    ['an amount finer than any', order(',"price":1e-300'), 'price: Enter an amount above zero.'],
    ['an unknown market', order(',"market":"mtgox"'), 'market: Choose one of: binance, bybit, coinbase.'],
    [
      'an unreadable pair',
      order(',"symbolName":"\'; drop table users"'),
      'symbolName: Name a coin pair such as XRP_USDT.',
    ],
  ])('%s gets 400 and a sentence', async (_, body, sentence) => {
    const response = await raw(ORDER, body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: string };
    expect(error).toContain(sentence);
    expect(error).not.toMatch(/undefined|\[object|ZodError|at /);
  });

  it('a body of 10 MB gets 413', async () => {
    const response = await raw(ORDER, order(`,"note":"${'x'.repeat(10_000_000)}"`));
    expect(response.status).toBe(413);
    expect(((await response.json()) as { error: string }).error).toContain('64 kB');
  });

  it('a form or no type at all gets 415', async () => {
    expect((await raw(ORDER, order(''), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await raw(ORDER, order(''), { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });

  it('a foreign origin gets 403, whether the browser says so or only the origin does', async () => {
    expect((await raw(ORDER, order(''), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await raw(ORDER, order(''), { 'sec-fetch-site': '', origin: 'https://evil.example' })).status).toBe(403);
  });

  it('an unknown pair gets 404 where it is in the address', async () => {
    const { status, body } = await who.get('/api/markets/spot/binance/foo_bar');
    expect([status, body]).toEqual([404, { error: 'binance does not trade FOO/BAR.' }]);
  });

  it('an unknown call, page file or page', async () => {
    expect((await who.get('/api/nothing')).status).toBe(404);
    expect((await who.get('/assets/gone-123.js')).status).toBe(404);
  });

  it('a repeated query parameter and a page that is no number', async () => {
    const list = '/api/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true';
    expect((await who.get(`${list}&market=bybit`)).status).toBe(400);
    expect((await who.get(`${list}&page=-1`)).status).toBe(400);
    expect((await who.get(list)).status).toBe(200);
  });
});

describe('the calls of the contracts', () => {
  it('is described in openapi.json', async () => {
    const { body } = await visitor(site).get('/api/openapi.json');
    const described = Object.values(body.paths as Record<string, object>).flatMap((path) => Object.keys(path));
    expect(described).toHaveLength(Object.keys(endpoints).length);
    const { schema } = body.paths['/api/markets/spot/first/{section}'].post.requestBody.content['application/json'];
    expect(schema.$ref).toBe('#/components/schemas/PlaceOrder');
    expect(body.components.schemas.PlaceOrder.required).toContain('price');
  });

  it('openapi.json is sent compressed, half a megabyte that it is', async () => {
    const sent = await site.app.request('/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
    const bytes = Buffer.from(await sent.arrayBuffer());
    expect(sent.headers.get('content-encoding')).toBe('br');
    expect(JSON.parse(brotliDecompressSync(bytes).toString()).openapi).toBe('3.0.3');
    expect(bytes.length).toBeLessThan(60_000);
  });
});

describe('S-44: too many at once', () => {
  it('V-14 what takes risk away has a far larger budget of its own: entries never use it up', async () => {
    const busy = await person(site);
    const json = { market: 'binance', symbolName: 'xrp_usdt', blockId: '01a20512-ddcc-7a24-8899-49c3d7e651f9' };
    const all = { market: 'binance', symbolName: 'doge_usdt' };
    const exits = [
      () => busy.send('PUT', '/api/markets/spot/second/close/', { json }),
      () => busy.send('PUT', '/api/markets/spot/fourth/close', { json }),
      () => busy.send('DELETE', '/api/markets/spot/first/', { json }),
      () => busy.send('POST', '/api/markets/spot/third', { json: { ...json, stopLossPrice: 0.4 } }),
      () => busy.send('PUT', '/api/markets/spot/third', { json: { ...json, stopLossPrice: 0.4 } }),
      () => busy.send('PUT', '/api/markets/spot/close-all', { json: all }),
    ];
    const statuses = async (calls: (() => Promise<{ status: number }>)[]) =>
      (await Promise.all(calls.map((ask) => ask()))).map(({ status }) => status);
    await Promise.all(Array.from({ length: 40 }, () => busy.post(ORDER, {})));
    const first = await statuses(Array.from({ length: 16 }, () => exits).flat());
    expect(first.filter((status) => status === 429)).toEqual([]);
    const more = await statuses(Array.from({ length: 220 }, () => exits[0] ?? exits).flat());
    expect(more.filter((status) => status === 429)).toHaveLength(16);
    expect((await busy.get('/api/user')).status).toBe(200);
  });

  it('the 31st order call in ten seconds waits', async () => {
    const busy = await person(site);
    const answers = await Promise.all(Array.from({ length: 40 }, () => busy.post(ORDER, {})));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await busy.get('/api/user')).status).toBe(200);
    expect((await busy.post('/api/markets/spot/preview/buy', {})).status).toBe(400);
  });
});
