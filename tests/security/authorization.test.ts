import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { TOKEN_SCOPES } from '#contracts/rules/token-scopes.ts';
import { endpoints } from '#contracts/index.ts';
import { PASSWORD, visitor } from '../factories/visitor.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { owner, type Owner } from './owner.ts';
import { personal, reachOf, type Sample } from './reach.ts';
import { ask } from './asking.ts';

/** Outside the contracts: pages and files, and second methods of a contract's call. */
const BESIDES = [
  'GET /*',
  'GET /api/backtests/:backtestId/deals.csv',
  'GET /api/bots/:botId/deals.csv',
  'GET /api/deals.csv',
  'GET /api/history.csv',
  'GET /api/hooks/:hookId/signals.csv',
  'GET /api/user/google',
  'GET /api/user/google/callback',
  'GET /assets/:name',
  'GET /metrics',
  'POST /hook/:hookId',
  'POST /hook/:hookId/:token',
  'PUT /api/alert/',
  'PUT /api/alert/seen/:id',
];

const { clock, pass } = shiftedClock();
let site: TestSite;
let theirs: Owner;
let stranger: Owner;
let samples: Record<string, Sample>;
let statement: string;
beforeAll(async () => {
  site = await testSite({ PUSH_HOSTS: 'localhost:1', WEBHOOK_HOSTS: 'localhost:1' }, clock);
  theirs = await owner(site);
  stranger = await owner(site);
  samples = reachOf(theirs);
  pass(WRITTEN_WITHIN);
  statement = await fingerprints();
});
afterAll(() => site.close());

const LEASE = ['lease_owner', 'lease_until', 'fence'];
/** What workers write by themselves, by table. */
const UNDER_WAY: Record<string, string[]> = {
  deliveries: ['state', 'attempts', 'last_error', 'next_at', 'done_at', ...LEASE],
  webhook_deliveries: ['state', 'attempts', 'last_error', 'next_at', 'done_at', ...LEASE],
  order_blocks: ['due_at', ...LEASE],
};

/** Uses of secrets are counted by the hour, and written when an hour is over: also those of the owner's own streams. */
const COUNTED = 'secret_uses';
/** Written by the site itself, by the hour: those of the last minutes may still come. */
const BY_THE_HOUR = 'worth_snapshots';
const WRITTEN_WITHIN = 10 * MINUTE;

/** Some calls ask for a fresh proof of identity, and a person may ask so often only. */
async function signInAgain(who: Owner): Promise<void> {
  pass(10_000);
  await who.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
}

/** One statement for all tables: this is asked some hundreds of times. */
async function fingerprints(): Promise<string> {
  const { sql } = site.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`;
  const ofTable = (name: string): string => `
    select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
    from (
      select to_jsonb(r) - '{${(UNDER_WAY[name] ?? []).join()}}'::text[] from ${name} r
      where user_id = $1 ${name === BY_THE_HOUR ? 'and at <= $2' : ''}
    ) t`;
  const names = tables.map(({ name }) => name).filter((name) => name !== COUNTED);
  return names.map(ofTable).join(' union all ');
}

/** A fingerprint of everything in the database that belongs to a person. */
async function holdings(userId: string, settled: number): Promise<Record<string, string>> {
  const rows = await site.database.sql.unsafe<{ name: string; print: string }[]>(statement, [userId, settled], {
    prepare: true,
  });
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

type Fields = Record<string, unknown>;

/** The stranger's own call, once for each field with the owner's in its place. */
function mixed(own: Fields = {}, foreignFields: Fields = {}): Fields[] {
  const differing = Object.keys(foreignFields).filter((field) => !isDeepStrictEqual(own[field], foreignFields[field]));
  return differing.map((field) => Object.assign({}, own, { [field]: foreignFields[field] }));
}

/** Every way in which a call can name what is the owner's: altogether, or field by field next to the stranger's own. */
function foreign(name: string): Sample[] {
  const [their, own] = [samples[name], reachOf(stranger)[name]];
  if (!their || !own) throw new Error(`${name} is missing in tests/security/reach.ts`);
  const bodies = mixed(own.json, their.json).map((json) => Object.assign({}, own, { json }));
  const paths = mixed(own.params, their.params).map((params) => Object.assign({}, own, { params }));
  return [their, ...bodies, ...paths];
}

const DOWNLOADS = ['/api/history.csv', '/api/deals.csv'];

describe('S-36: the matrix', () => {
  it('has every call of the contracts, and every route of the site is in the contracts', () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(endpoints).toSorted());
    const routes = site.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    const known = Object.values(endpoints).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect([...new Set(routes)].toSorted()).toEqual([...known, ...BESIDES].toSorted());
  });

  it.each([...personal])('%s without a session is 401', async (name) => {
    const { status, body } = await ask(visitor(site), name, samples[name]);
    expect([status, body]).toEqual([401, { error: 'Sign in first.' }]);
  });

  it.each(DOWNLOADS)('the download %s without a session is 401', async (path) => {
    expect((await visitor(site).get(path)).status).toBe(401);
  });

  it.each([...personal])('%s of another person is 404, or shows and changes nothing of theirs', async (name) => {
    await signInAgain(stranger);
    const settled = clock() - WRITTEN_WITHIN;
    const before = await holdings(theirs.userId, settled);
    for (const sample of foreign(name)) {
      pass(10_000);
      const { status, text } = await ask(stranger, name, sample);
      const said = `${JSON.stringify(sample)} ${status} ${text}`;
      expect(
        theirs.marks.filter((mark) => text.includes(mark)),
        said,
      ).toEqual([]);
      expect(status < 500 || status === 503, said).toBe(true);
      if (sample === samples[name] && sample.reach === 'theirs') expect([200, 404], said).toContain(status);
    }
    expect(await holdings(theirs.userId, settled)).toEqual(before);
  });

  it('an API token makes the calls of its scopes only, and is refused with a sentence elsewhere', async () => {
    const { email } = stranger;
    const tokenFor = async (scopes: readonly string[]) =>
      (await stranger.post('/api/tokens', { name: scopes.join(' '), scopes })).body.token as string;
    for (const scope of TOKEN_SCOPES) {
      await signInAgain(stranger);
      const headers = { authorization: `Bearer ${await tokenFor([scope])}` };
      for (const [name, { scopes }] of Object.entries(endpoints).filter(([, { path }]) => path.startsWith('/api/'))) {
        pass(10_000);
        const sample = Object.assign({}, samples[name], { headers });
        const { status, text, body } = await ask(visitor(site), name, sample);
        const said = `${name} ${status} ${text}`;
        const refused = status === 403 && /^(API tokens are not taken|This call needs an API token)/.test(body.error);
        expect(refused, said).toBe(!scopes?.includes(scope));
        expect(text.includes(email) && !scopes, said).toBe(false);
      }
    }
  });

  it.each(DOWNLOADS)('the download %s is the stranger’s own', async (path) => {
    const { status, text } = await stranger.get(path);
    expect(status).toBe(200);
    expect(theirs.marks.filter((mark) => text.includes(mark))).toEqual([]);
  });

  it('what names an object is known to its owner: the refusals above are not for the wrong name', async () => {
    await signInAgain(theirs);
    for (const name of Object.keys(samples).filter((each) => samples[each]?.reach === 'theirs')) {
      pass(1000);
      const { status, text } = await ask(theirs, name, samples[name]);
      expect([name, status], text).toEqual([name, 200]);
    }
  });
});
