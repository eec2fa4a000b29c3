import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedFiles, preRenderedPages } from './pre-rendered-pages.ts';
import type { HttpEnv } from './http-env.ts';

let folder: string;
const site = new Hono<HttpEnv>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-drawn-'));
  await writeFile(join(folder, 'index.html'), '<a href="%PUBLIC_URL%/">Home</a>');
  await writeFile(join(folder, 'help.html'), '%PUBLIC_URL%/help');
  await writeFile(join(folder, 'markets-spot-list.html'), 'Markets');
  await writeFile(join(folder, 'learn.html'), '<html data-exchange-mode="%EXCHANGE_MODE%">');
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: %PUBLIC_URL%/sitemap.xml');
  const publicUrl = 'https://tandem.example/';
  site.use('/*', preRenderedPages(preparedFiles(folder, { publicUrl, EXCHANGE_MODE: 'live' }), publicUrl));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowsOf = (pair: string, view: string) => `list?${pair}&${view}&page=0`;

describe('a page drawn at the build', () => {
  it.each([
    ['/', '<a href="https://tandem.example/">Home</a>', 'text/html; charset=utf-8'],
    ['/index.html?__WB_REVISION__=1a2b', '<a href="https://tandem.example/">Home</a>', 'text/html; charset=utf-8'],
    ['/help', 'https://tandem.example/help', 'text/html; charset=utf-8'],
    ['/robots.txt', 'Sitemap: https://tandem.example/sitemap.xml', 'text/plain; charset=utf-8'],
  ])('%s says where the site is', async (path, text, type) => {
    const answer = await site.request(path);
    expect([await answer.text(), answer.headers.get('content-type')]).toEqual([text, type]);
  });

  it('D-05 says in which mode the site runs', async () => {
    expect(await (await site.request('/learn')).text()).toBe('<html data-exchange-mode="live">');
  });

  it.each(['br', 'gzip', 'deflate'])('is sent as the browser takes it: %s', async (accepted) => {
    const { headers } = await site.request('/', { headers: { 'accept-encoding': accepted } });
    expect(headers.get('content-encoding')).toBe(accepted === 'deflate' ? null : accepted);
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is compressed quickly for the first visitor, and better for the next', async () => {
    const words = Array.from({ length: 4000 }, (_, nth) => (nth * nth).toString(36)).join(' ');
    await writeFile(join(folder, 'faq.html'), words);
    const read = async () => {
      const answer = await site.request('/faq', { headers: { 'accept-encoding': 'br' } });
      const sent = Buffer.from(await answer.arrayBuffer());
      expect(brotliDecompressSync(sent).toString()).toBe(words);
      return sent.length;
    };
    const first = await read();
    await expect.poll(read).toBeLessThan(first);
  });

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', null],
    ['br; q=0, gzip; q=0.5', 'gzip'],
    ['gzip;q=1, br;q=0.000', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['brotli', null],
  ])('P is sent as %j allows: %s', async (accepted, encoding) => {
    const { headers } = await site.request('/', { headers: { 'accept-encoding': accepted } });
    expect(headers.get('content-encoding')).toBe(encoding);
  });

  it.each(['/nothing', '/help/', '/..%2Fhelp', '/assets/help', '/help.js', '/Help'])(
    'leaves %s to others',
    async (path) => {
      expect((await site.request(path)).status).toBe(404);
    },
  );

  it.each([
    [
      '',
      'BINANCE',
      ['binance/xrp_usdt', rowsOf('market=binance&symbolName=xrp_usdt', 'counterEarning=true&section=buy')],
    ],
    [
      '?symbolName=BTC-USDT&market=bybit',
      'BYBIT',
      ['bybit/btc_usdt', rowsOf('market=bybit&symbolName=btc_usdt', 'counterEarning=true&section=buy')],
    ],
    [
      '?section=sell&counterEarning=false',
      'BINANCE',
      ['binance/xrp_usdt', rowsOf('market=binance&symbolName=xrp_usdt', 'counterEarning=false&section=sell')],
    ],
    ['?section=history', 'BINANCE', ['binance/xrp_usdt']],
    ['?section=alerts', 'BINANCE', ['binance/xrp_usdt']],
    ['?sort=result', 'BINANCE', ['binance/xrp_usdt']],
    ['?direction=asc', 'BINANCE', ['binance/xrp_usdt']],
    ['?symbolName=a%3E%2C%0A%3Cb', 'BINANCE', []],
  ])('names what Markets%s asks first, for a visitor with a session alone', async (search, market, ofPair) => {
    const linksOf = async (headers: Record<string, string>) => {
      const answer = await site.request(`/markets/spot/list${search}`, { headers });
      expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
      return answer.headers.get('link')?.split(', ') ?? [];
    };
    expect(await linksOf({})).toEqual([]);
    const unseen = '/api/alert/not-seen-id-list';
    const calls = ['/api/user', '/api/site', unseen, '/api/key/all', '/api/user/trading', `${unseen}?market=${market}`];
    expect(await linksOf({ cookie: '__Host-session=a' })).toEqual(
      [...calls, ...ofPair.map((path) => `/api/markets/spot/${path}`)].map(
        (call) => `<${call}>; rel=preload; as=fetch; crossorigin`,
      ),
    );
  });

  it('is the new one after a build under a running server', async () => {
    await writeFile(join(folder, 'help.html'), 'newer');
    await utimes(join(folder, 'help.html'), 1, 1);
    expect(await (await site.request('/help')).text()).toBe('newer');
  });
});
