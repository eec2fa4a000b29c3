import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { pushEndpoint, type PushEndpoint } from '../doubles/push-endpoint.ts';
import { PASSWORD, person, visitor, type Visitor } from '../factories/visitor.ts';
import { serverProcess } from '../setup/process.ts';
import { until } from '../setup/until.ts';

/** In the shape of what they stand for, and nowhere else in the world. */
const word = () => randomBytes(24).toString('hex');
const CANARY = { password: `Aa1!${word()}`, wrong: `Bb2!${word()}`, secret: word(), cookie: word(), code: word() };

type Server = Awaited<ReturnType<typeof serverProcess>>;
let push: PushEndpoint;
let dataDir: string;
let server: Server;
/** Everything that was answered or sent. */
let received = '';
let resetToken = '';
let live: { cookie: string; paperSecret: string } & Planted;

beforeAll(async () => {
  push = await pushEndpoint();
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-canary-'));
  await chmod(dataDir, 0o755);
  const pushing = { PUSH_HOSTS: push.host, WEBHOOK_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certFile };
  server = await serverProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...pushing });
});
afterAll(async () => {
  await push.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The tables of the running site, straight from its database. */
async function inDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const password = await readFile(join(dataDir, 'pg-password'), 'utf8');
  const port = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[3] ?? '';
  const sql = postgres(`postgres://tandem:${password}@127.0.0.1:${port}/tandem`, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** While a table is away, whatever needs it is a mistake of ours. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const gone = `${table}_gone`;
  await inDatabase((sql) => sql`alter table ${sql(table)} rename to ${sql(gone)}`);
  await work();
  await inDatabase((sql) => sql`alter table ${sql(gone)} rename to ${sql(table)}`);
}

function listening(one: Visitor): Visitor {
  const send: Visitor['send'] = async (...call) => {
    const answer = await one.send(...call);
    received += `${[...answer.headers].join('\n')}\n${answer.text}\n`;
    return answer;
  };
  return {
    ...one,
    send,
    get: (path) => send('GET', path),
    post: (path, json, headers) => send('POST', path, headers ? { json, headers } : { json }),
  };
}

/** As it stands, and as bytes are written down elsewhere. */
const shapes = (text: string) => [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')];
const findIn = (place: string | Buffer, what: Record<string, string>) =>
  Object.entries(what).flatMap(([name, text]) => (shapes(text).some((shape) => place.includes(shape)) ? [name] : []));

const SIGN_IN = '/j_spring_security_check';
const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];

async function signInWith(one: Visitor, email: string, password: string): Promise<void> {
  const fields = new URLSearchParams({ j_email: email, j_password: password }).toString();
  await one.send('POST', `${SIGN_IN}?${fields}`);
  await one.send('GET', `${SIGN_IN}?${fields}`);
  await one.send('POST', `${SIGN_IN}?${fields}&${fields}`);
  await one.post(SIGN_IN, { j_email: email, j_password: password });
  await one.post(SIGN_IN, { j_email: email, j_password: [password], j_code: { password } });
  await one.post(SIGN_IN, { j_email: password, j_password: email });
  await one.post(SIGN_IN, { j_email: email, j_password: password }, { 'sec-fetch-site': 'cross-site' });
  for (const type of TYPES) {
    const init = { method: 'POST', headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' } };
    const bodies = [fields, `{"j_email":"${email}","j_password":"${password}`];
    for (const body of bodies) received += await (await server.app.request(SIGN_IN, { ...init, body })).text();
  }
}

async function plantPasswords(one: Visitor, email: string): Promise<void> {
  const form = { email, username: 'Ada', password: CANARY.password, passwordConfirmation: CANARY.password };
  for (const wrong of [
    { passwordConfirmation: CANARY.wrong },
    { password: [CANARY.wrong] },
    { username: { of: CANARY.wrong } },
  ])
    await one.post('/api/user', { ...form, ...wrong });
  await one.post('/api/user', { ...form, password: CANARY.wrong.repeat(50) });
  await without('users', async () => void (await one.post('/api/user', form)));
  expect((await one.post('/api/user', form)).body.error).toBeNull();
  await signInWith(one, email, CANARY.wrong);
  await without('users', () => signInWith(one, email, CANARY.password));
  await signInWith(one, email, CANARY.password);
  await one.get(`/api/user?j_password=${CANARY.password}&passwordUrlHash=${CANARY.wrong}`);
  await one.post('/api/user/confirm', { password: CANARY.wrong });
  await one.post('/api/user/confirm', { password: CANARY.password, code: CANARY.code });
  await one.post('/api/user/confirm', { code: CANARY.code });
  await one.send('DELETE', '/api/user', { json: { password: CANARY.wrong } });
  await one.send('PUT', '/api/user', { json: { password: CANARY.wrong, passwordConfirmation: CANARY.password } });
  await one.send('PUT', '/api/user', { json: { password: CANARY.password, passwordConfirmation: CANARY.password } });
  await one.post(SIGN_IN, { j_email: email, j_password: CANARY.password });
}

async function plantReset(one: Visitor, email: string): Promise<void> {
  await one.send('PUT', '/api/user/reset_password', { json: { userEmail: email } });
  const mails = join(dataDir, 'outbox');
  const link = /restore_password\/([\w-]{40,})/;
  await until(async () => {
    const texts = await Promise.all((await readdir(mails)).map((file) => readFile(join(mails, file), 'utf8')));
    resetToken = texts.map((text) => link.exec(text.replaceAll(/=\r?\n/g, ''))?.[1]).find(Boolean) ?? '';
    expect(resetToken).not.toBe('');
  });
  await one.get(`/restore_password/${resetToken}`);
  await one.get(`/api/user?passwordUrlHash=${resetToken}`);
  await one.get(`/api/nothing/${resetToken}`);
  const intent = { passwordUrlHash: resetToken, password: CANARY.wrong, passwordConfirmation: CANARY.password };
  await one.send('PUT', '/api/user/restore_password', { json: intent });
  await without('users', async () => {
    const json = { ...intent, password: CANARY.password };
    await one.send('PUT', '/api/user/restore_password', { json });
  });
}

async function plantSecrets(one: Visitor): Promise<string> {
  const key = { market: 'binance', name: 'Canary', key: 'an unknown key', secret: CANARY.secret };
  for (const wrong of [
    {},
    { secret: [CANARY.secret] },
    { secret: { of: CANARY.secret } },
    { secret: CANARY.secret.repeat(200) },
    { market: 'mtgox' },
    { name: '' },
    { more: CANARY.secret },
  ]) {
    await one.post('/api/key', { ...key, ...wrong });
    await one.post('/api/key/group', { ...key, mainUid: crypto.randomUUID(), groupName: 'Canary', ...wrong });
  }
  await one.post(`/api/key?secret=${CANARY.secret}`, {});
  const own = (await one.post('/api/paper/key', {})).body as { key: string; secret: string };
  received = received.replaceAll(own.secret, '');
  await without('keys', async () => void (await one.post('/api/key', { ...key, ...own })));
  expect((await one.post('/api/key', { market: 'binance', name: 'Paper', ...own })).body.error).toBeNull();
  return own.secret;
}

interface Planted {
  hookToken: string;
  hookSecret: string;
  webhookSecret: string;
}

/** Signals at every door of a hook, right and wrong; what is answered once is not looked for in answers. */
async function plantHooks(one: Visitor): Promise<Planted> {
  const template = { name: 'Canary', market: 'binance', pairs: ['xrp_usdt'], actions: ['alert'], copies: false };
  const { hook } = (await one.post('/api/hooks', { ...template, amount: { fixed: 10 } })).body;
  const { pathname } = new URL(hook.url as string);
  const hookToken = pathname.split('/').at(-1) ?? '';
  const hookSecret = (await one.post(`/api/hooks/${hook.hookId}/secret`, {})).body.hook.secret as string;
  const endpoint = { url: `https://${push.host}/events`, events: ['hook.refused'] };
  const webhookSecret = (await one.post('/api/webhooks', endpoint)).body.webhook.secret as string;
  for (const shown of [hookToken, hookSecret, webhookSecret]) received = received.replaceAll(shown, '');
  const bare = `/hook/${hook.hookId}`;
  const call = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json', 'webhook-signature': `v1,${hookSecret}` };
    received += await (await server.app.request(path, { method: 'POST', headers, body })).text();
  };
  const bodies = (secret: string) => [
    JSON.stringify({ action: 'alert', time: new Date().toISOString(), secret }),
    JSON.stringify({ action: 'alert', api_secret: secret, api_key: secret }),
    JSON.stringify({ tv_instrument: 'XRPUSDT', action: 'buy', bot_uuid: hook.hookId, secret }),
    `{"action":"alert","secret":"${secret}`,
  ];
  const all = async () => {
    for (const path of [pathname, `${pathname}/more`, `${bare}?token=${hookToken}`, bare])
      for (const body of bodies(hookToken)) await call(path, body);
  };
  await all();
  await without('hook_signals', all);
  await without('hooks', all);
  await one.get(`/api/hooks/${hook.hookId}/signals`);
  await one.get(`/api/hooks/${hook.hookId}/signals.csv`);
  await one.get('/api/hooks');
  await one.get('/api/webhooks');
  return { hookToken, hookSecret, webhookSecret };
}

/** Uses what was planted: orders signed with the secret, a page that listens, a push, exports. */
async function useAll(one: Visitor, email: string): Promise<void> {
  const address = `${server.url.replace('http', 'ws')}/websocket-url`;
  const socket = new WebSocket(address, ['v12.stomp'], { headers: { cookie: one.cookie() } });
  socket.on('message', (data) => (received += (data as Buffer).toString()));
  await new Promise((done) => void socket.on('open', done));
  socket.send('CONNECT\naccept-version:1.2\nhost:x\nheart-beat:0,0\n\n\0');
  const { publicKey } = (await one.get('/api/push/public-key')).body as { publicKey: string };
  const { id: _, ...browser } = push.subscription(publicKey);
  await one.post('/api/push/subscription', browser);
  await one.post('/api/push/test', {});
  const order = { market: 'binance', symbolName: 'xrp_usdt', price: 0.3, counterQuantity: 20, counterEarning: true };
  expect((await one.post('/api/markets/spot/first/buy', order)).body.error).toBeNull();
  for (const path of ['/api/key/all', '/api/user/audit', '/api/user/sessions', '/metrics', '/api/history.csv'])
    await one.get(path);
  await one.get('/api/user/export?format=json');
  for (const kind of [
    'profile',
    'keys',
    'audit',
    'sessions',
    'orders',
    'deliveries',
    'hooks',
    'hookSignals',
    'webhooks',
  ])
    await one.get(`/api/user/export?format=csv&kind=${kind}`);
  const forged = visitor(server);
  forged.useCookie(`session=${CANARY.cookie}`);
  received += (await forged.get('/api/key/all')).text;
  await without('sessions', async () => void (await forged.get('/api/key/all')));
  await signInWith(one, email, CANARY.wrong);
  await until(() => expect(push.received.length).toBeGreaterThan(0));
  socket.close();
}

/** Every column of every table of the site, bytes as hex; the paper exchange's own books are not the site's. */
async function dump(): Promise<string> {
  return inDatabase(async (sql) => {
    const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    const texts = await Promise.all(
      tables.map(async ({ name }) =>
        (await sql`select t::text as row from ${sql(name)} t`).map(({ row }) => String(row)).join('\n'),
      ),
    );
    return texts.join('\n');
  });
}

async function everyFile(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })));
}

const processArguments = async (): Promise<string> => {
  const running = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const read = (pid: string) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '');
  return (await Promise.all(running.map(read))).join('\n');
};

describe('S-28, S-45: what was planted at every door', () => {
  it('is used, and mistakes are forced', async () => {
    const email = `${word()}@example.org`;
    const one = listening(visitor(server));
    await plantPasswords(one, email);
    const { status } = await one.get('/api/key/all');
    expect(status).toBe(200);
    const paperSecret = await plantSecrets(one);
    await inDatabase((sql) => sql`update users set email_verified_at = 1 where email = ${email}`);
    const planted = await plantHooks(one);
    await useAll(one, email);
    live = { cookie: one.cookie().split('=')[1] ?? '', paperSecret, ...planted };
    const lost = await person(server);
    await plantReset(listening(lost), lost.email);
    expect(server.output()).toContain('request failed');
    expect(server.output()).toContain('"path":"/api/user"');
  }, 240_000);

  it('is in no answer, on no socket and in no push', () => {
    const { cookie: _, ...secrets } = live;
    expect(findIn(received, { ...CANARY, ...secrets })).toEqual([]);
    expect(findIn(JSON.stringify(push.received), { ...CANARY, ...live })).toEqual([]);
  });

  it('is in no line of the log, at its most talkative', () => {
    expect(findIn(server.output(), { ...CANARY, ...live, resetToken, usual: PASSWORD })).toEqual([]);
  });

  it('is in no argument of a process', async () => {
    const all = await processArguments();
    expect(all).toContain('dist/server/main.js');
    expect(findIn(all, { ...CANARY, ...live, resetToken })).toEqual([]);
  });

  it('is in no table, but for what is sealed', async () => {
    const text = await dump();
    expect(text).toContain('signed-up');
    expect(findIn(text, { ...CANARY, ...live, resetToken, usual: PASSWORD })).toEqual([]);
  });

  it('is in no file of the data folder, the database’s own and its log among them', async () => {
    await server.stop();
    const files = await everyFile(dataDir);
    expect(files.length).toBeGreaterThan(100);
    // The paper exchange keeps the secrets of its own accounts.
    const { cookie, paperSecret: _, ...secrets } = live;
    const found = files.flatMap(({ name, bytes }) =>
      findIn(bytes, { ...CANARY, ...secrets, cookie2: cookie }).map((what) => `${what} in ${name}`),
    );
    expect(found).toEqual([]);
    const besideMails = files.filter(({ name }) => !name.startsWith(join(dataDir, 'outbox')));
    expect(besideMails.filter(({ bytes }) => bytes.includes(resetToken))).toEqual([]);
  });
});
