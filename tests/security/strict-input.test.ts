import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/index.ts';
import { PASSWORD } from '../factories/visitor.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { ask } from './asking.ts';
import { owner, type Owner } from './owner.ts';
import { reachOf } from './reach.ts';

const { clock, pass } = shiftedClock();
let site: TestSite;
let who: Owner;
beforeAll(async () => {
  site = await testSite({ PUSH_HOSTS: 'localhost:1', WEBHOOK_HOSTS: 'localhost:1' }, clock);
  who = await owner(site);
});
afterAll(() => site.close());

/** A form may carry its own button's name, and the spec puts sign-in into the query: there more is taken than is read. */
const LENIENT = new Set(['signIn']);
/** Browsers say more of a passkey than the server asks for. */
const BROWSERS_OWN = new Set(['passkey', 'credential']);

const withJson = Object.entries(endpoints)
  .filter(([name, { json }]) => json && !LENIENT.has(name))
  .map(([name]) => name);

type Body = Record<string, unknown>;
type Answer = Awaited<ReturnType<typeof ask>>;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withField = (body: Body, field: string, value: unknown): Body => ({ ...body, [field]: value });

/** The body once more for each object in it, with an unexpected field. */
function widened(body: Body): Body[] {
  const inside = Object.entries(body)
    .filter((entry): entry is [string, Body] => !BROWSERS_OWN.has(entry[0]) && isObject(entry[1]))
    .flatMap(([field, value]) => widened(value).map((wide) => withField(body, field, wide)));
  return [{ ...body, isAdmin: true }, ...inside];
}

/** The body once more for each field, with something else in its place. */
const WRONG: unknown[] = [
  null,
  [],
  {},
  { $gt: '' },
  -1,
  1e308,
  true,
  'x'.repeat(40_000),
  '\u0000',
  '../../etc/passwd',
  "' or 1=1 --",
];
const twisted = (body: Body): Body[] =>
  Object.keys(body).flatMap((field) => WRONG.map((value) => withField(body, field, value)));

/** Each body in turn, by a person who has just confirmed their identity, and no faster than one person may. */
async function askEach(name: string, bodies: readonly Body[], judge: (answer: Answer, json: Body) => void) {
  await who.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  for (const [index, json] of bodies.entries()) {
    if (index % 25 === 0) pass(10_000);
    judge(await ask(who, name, { ...reachOf(who)[name], reach: 'own', json }), json);
  }
}

describe('S-37: what is not asked for is refused', () => {
  it.each(withJson)('%s: a field that is unknown, wherever it stands, is 400', async (name) => {
    await askEach(name, widened(reachOf(who)[name]?.json ?? {}), ({ status, body }, json) =>
      expect([status, body.issues?.length > 0], JSON.stringify(json)).toEqual([400, true]),
    );
  });

  it.each(withJson)('%s: no other kind of value is a mistake of ours', async (name) => {
    await askEach(name, twisted(reachOf(who)[name]?.json ?? {}), ({ status, text }, json) =>
      expect(status, `${JSON.stringify(json).slice(0, 300)} ${text}`).toBeLessThan(500),
    );
  });
});

it.each([
  ['a parameter', 'GET', '/api/blocks/%00/events'],
  ['a query', 'GET', '/api/alert/list?market=BINANCE&symbol=%00'],
  ['a sign-in by query', 'POST', '/j_spring_security_check?j_email=a%00@example.org&j_password=x'],
])('the character that no database keeps is 400 in %s', async (_, method, address) => {
  expect((await who.send(method, address)).status).toBe(400);
});

it('and in a form', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const body = 'j_email=a%00%40example.org&j_password=x';
  expect((await site.app.request('/j_spring_security_check', { method: 'POST', headers, body })).status).toBe(400);
});
