import { expect, it } from 'vitest';
import { ExportKind } from '#contracts/data-export.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { rowEverywhere } from '../../../../tests/factories/whole-database.ts';
import { filledEntry, xrpDeals } from '../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const PATH = '/api/user/export';

async function idOf({ email }: { email: string }): Promise<string> {
  const [user] = await deals.site().database.sql<
    { user_id: string }[]
  >`select user_id from users where email = ${email}`;
  return user?.user_id ?? '';
}

it('is everything of the person, and nothing of others', async () => {
  const who = await deals.trader();
  const other = await deals.trader();
  const [blockId, otherBlock] = [await filledEntry(deals, who), await filledEntry(deals, other)];
  await who.post('/api/alert/', {
    market: 'BINANCE',
    symbol: 'XRP_USDT',
    type: 'PRICE_REACHES',
    informing: 'ALWAYS',
    price: 0.9,
    comment: '=1+1',
  });
  const { status, headers, body } = await who.get(PATH);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="tandem.json"');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(body)).toEqual(['exportedAt', ...ExportKind.options]);
  expect(body.profile).toMatchObject({ email: who.email, username: 'Ada', iconIdx: 1 });
  expect(body.keys).toMatchObject([{ id: who.keyUid, name: 'Paper', apiKey: expect.stringMatching(/^.{4}•+.{4}$/) }]);
  expect(body.blocks).toMatchObject([{ id: blockId, symbol: 'XRPUSDT', section: 'buy' }]);
  expect(body.positions).toMatchObject([{ blockId, keyId: who.keyUid, price: '0.52' }]);
  expect(body.orders).toMatchObject([{ blockId, leg: 'entry', price: '0.52', state: 'filled' }]);
  expect(body.fills[0]).toMatchObject({
    keyId: who.keyUid,
    commissionAsset: 'XRP',
    tradedAt: expect.stringMatching(/Z$/),
  });
  expect(body.events.length).toBeGreaterThan(1);
  expect(body.alerts).toMatchObject([{ price: '0.9', comment: '=1+1' }]);
  expect(body.sessions).toHaveLength(1);
  expect(body.audit.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['signed-up', 'data-exported']),
  );
  expect(JSON.stringify(body)).not.toContain(otherBlock);
  expect(JSON.stringify(body)).not.toContain(other.email);
});

it('S-28: holds no secret', async () => {
  const who = await deals.trader();
  const { sql } = deals.site().database;
  const files = [await who.get(PATH)];
  for (const kind of ExportKind.options) files.push(await who.get(`${PATH}?format=csv&kind=${kind}`));
  const [user] =
    await sql`select password_hash, encode(data_key, 'base64') as data_key from users where email = ${who.email}`;
  const [session] =
    await sql`select encode(token_hash, 'base64') as hash from sessions where user_id = ${await idOf(who)}`;
  const secrets = [
    who.paperSecret,
    who.paperKey,
    user?.['password_hash'],
    user?.['data_key'],
    session?.['hash'],
    PASSWORD,
  ];
  for (const { text } of files) for (const secret of secrets) expect(text).not.toContain(secret);
  expect(files.map(({ status }) => status)).toEqual(files.map(() => 200));
});

it('reads a long list in parts, without loss and in order', async () => {
  const who = await person(deals.site());
  const userId = await idOf(who);
  await deals.site().database.sql`insert into block_events (user_id, id, block_id, kind, details, at)
    select ${userId}, gen_random_uuid(), gen_random_uuid(), 'many', '{}', n from generate_series(1, 2500) n`;
  const { body } = await who.get(PATH);
  expect(body.events).toHaveLength(2500);
  expect(new Set(body.events.map(({ at }: { at: string }) => at)).size).toBe(2500);
  const { text } = await who.get(`${PATH}?format=csv&kind=events`);
  expect(text.trimEnd().split('\r\n')).toHaveLength(2501);
});

it('is CSV by kind, with nothing that a spreadsheet would run', async () => {
  const who = await person(deals.site());
  await who.send('PUT', '/api/user', { json: { username: '=HYPERLINK("x")' } });
  const { headers, text } = await who.get(`${PATH}?format=csv&kind=profile`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="tandem-profile.csv"');
  const [head, line] = text.split('\r\n');
  expect(head).toMatch(/^username,email,emailVerifiedAt,/);
  expect(line).toMatch(new RegExp(`^"'=HYPERLINK\\(""x""\\)",${who.email},\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z,`));
  expect((await who.get(`${PATH}?format=csv`)).text).toMatch(/^id,blockId,/);
});

it('leaves no table of a person out unseen', async () => {
  const { sql } = deals.site().database;
  const who = await person(deals.site());
  const tables = await rowEverywhere(sql, await idOf(who));
  // Hashes and stored responses contain nothing that a user could read; events wait a second, and are deliveries then.
  const untold = new Set([
    'bot_copies',
    'known_devices',
    'one_time_tokens',
    'order_requests',
    'recovery_codes',
    'webhook_events',
  ]);
  const { body } = await who.get(PATH);
  const kinds = ExportKind.options.filter((kind) => kind !== 'profile');
  expect(kinds.filter((kind) => body[kind].length === 0)).toEqual([]);
  expect(tables.filter((table) => !untold.has(table.slice('public.'.length)))).toHaveLength(kinds.length);
  const rows: object[] = kinds.flatMap((kind) => body[kind]);
  // Each time as a date, none in milliseconds, nor a secret in bytes.
  const times = rows.flatMap((row) => Object.entries(row).filter(([, value]) => Number(value) > Date.now()));
  expect(times).toEqual([]);
  const [hidden] = await sql`select endpoint, p256dh, auth, token, encode(hooks.token_hash, 'hex') as hook
    from push_subscriptions join bot_links using (user_id) join hooks using (user_id) where user_id = ${await idOf(who)}`;
  expect(Object.keys(hidden ?? {})).toHaveLength(5);
  for (const secret of [...Object.values(hidden ?? {}), '"Buffer"']) expect(JSON.stringify(body)).not.toContain(secret);
});

it('has the settings and the money of keys, blocks, bots and signals', async () => {
  const { sql } = deals.site().database;
  const who = await person(deals.site());
  const userId = await idOf(who);
  await rowEverywhere(sql, userId);
  await sql`update keys set fixed = 25, disabled_reason = 'No trading' where user_id = ${userId}`;
  await sql`update order_blocks set trigger = '{"price":"0.51","type":"stop-limit"}' where user_id = ${userId}`;
  await sql`update positions set limits = '[{"price":"0.5","quantity":"20"}]' where user_id = ${userId}`;
  await sql`update bot_runs set taken_base = 1.5, start_side = 'buy', missing = '{"base":"2"}' where user_id = ${userId}`;
  await sql`update hook_signals set usdt = 50, take_profits = '["0.6"]' where user_id = ${userId}`;
  await sql`update bot_deals set valid_until = ${Date.now()} where user_id = ${userId}`;
  const { body } = await who.get(PATH);
  expect(body.keys).toMatchObject([{ fixed: '25', disabledReason: 'No trading' }]);
  expect(body.blocks).toMatchObject([{ trigger: { price: '0.51', type: 'stop-limit' } }]);
  expect(body.positions).toMatchObject([{ limits: [{ price: '0.5', quantity: '20' }] }]);
  expect(body.botRuns).toMatchObject([{ takenBase: '1.5', startSide: 'buy', missing: { base: '2' } }]);
  expect(body.botDeals).toMatchObject([{ validUntil: expect.stringMatching(/Z$/) }]);
  expect(body.hookSignals).toMatchObject([{ usdt: '50', takeProfits: ['0.6'] }]);
});

it('is for the signed-in, in a format that there is', async () => {
  expect((await visitor(deals.site()).get(PATH)).status).toBe(401);
  const who = await person(deals.site());
  for (const query of ['format=xml', 'format=csv&kind=passwords', 'everything=1', 'format=csv&format=json'])
    expect((await who.get(`${PATH}?${query}`)).status, query).toBe(400);
});
