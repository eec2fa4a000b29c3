import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../lib/log.ts';
import { headers } from './guards.ts';
import type { HttpEnv } from './http-env.ts';
import { onError } from './on-error.ts';
import { siteFiles } from './site-files.ts';

let folder: string;
const site = new Hono<HttpEnv>({ strict: true });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-files-'));
  for (const name of ['app', 'faq', '404']) await writeFile(join(folder, `${name}.html`), name);
  await writeFile(join(folder, '404.html'), '404%EXCHANGE_MODE%');
  site.onError(onError(createLog('silent')));
  site.use(headers('https://tandem.example'));
  siteFiles(site, {
    siteDir: folder,
    publicUrl: 'https://tandem.example',
    EXCHANGE_MODE: 'paper',
    keptAssetsDir: folder,
    REMOVE_WORKER: false,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an address of the site', () => {
  it.each([
    ['/faq', 200, 'faq'],
    ['/faq/', 200, 'app'],
    ['/alerts', 200, 'app'],
    ['/api', 200, 'app'],
    ['/restore_password/none', 200, 'app'],
    ['/no-such-page', 404, '404paper'],
    ['/faq/more', 404, '404paper'],
  ])('%s is answered %i with a page', async (path, status, page) => {
    const answer = await site.request(path);
    expect([answer.status, await answer.text()]).toEqual([status, page]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('cache-control')).toBe(status === 200 ? 'no-cache' : 'no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await site.request(path, { method: 'HEAD' })).status).toBe(status);
  });

  it.each([
    ['/index.html', '/'],
    ['/index.html?from=mail', '/?from=mail'],
    ['/faq.html', '/faq'],
    ['/alerts.html', '/alerts'],
  ])('G-20 %s leads to %s', async (path, address) => {
    const answer = await site.request(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, address]);
  });

  it('G-20 a file of a page is there for the worker, which keeps it', async () => {
    const answer = await site.request('/faq.html?__WB_REVISION__=1a2b');
    expect([answer.status, await answer.text()]).toEqual([200, 'faq']);
  });

  it('that is none is answered as the browser takes it', async () => {
    const answer = await site.request('/no-such-page', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([404, 'br']);
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('404paper');
  });

  it.each(['/no-such-file.txt', '/api/nothing', '/assets/gone-1a2b.js'])('%s is a sentence', async (path) => {
    const answer = await site.request(path);
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'There is nothing at this address.' }]);
  });
});
