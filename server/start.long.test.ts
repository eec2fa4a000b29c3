import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverProcess } from '../tests/setup/process.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-start-'));
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Each is for what some sites or some people do: it is loaded when that is done first. */
const LATER = new Set([
  '@simplewebauthn/server',
  '@peculiar/asn1-x509',
  'openid-client',
  'jose',
  'nodemailer',
  '@nats-io/transport-node',
  'ccxt',
  'grammy',
  'sharp',
  'exchanges/bybit',
  'exchanges/coinbase',
]);

it('D-03 what only some sites or people use is not loaded before a site is ready', async () => {
  const server = await serverProcess({ DATA_DIR: dataDir }, ['--import', './tests/doubles/loaded-packages.mjs']);
  const loaded = [...server.output().matchAll(/^loaded (.*)$/gm)].map(([, name]) => name ?? '');
  await server.stop();
  expect(loaded).toEqual(expect.arrayContaining(['hono', 'drizzle-orm', 'exchanges/paper']));
  expect(loaded.filter((name) => LATER.has(name))).toEqual([]);
});

it('D-03 a server that is killed has left its compiled code for the next one', async () => {
  const variables = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(dataDir, 'compiled') };
  await (await serverProcess(variables)).kill();
  const second = await serverProcess({ ...variables, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  await second.kill();
  expect(second.output().match(/ was accepted/g)?.length).toBeGreaterThan(15);
});
