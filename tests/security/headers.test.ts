import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/index.ts';
import { OPEN_PATHS, OWN_PATHS } from '#contracts/rules/page-paths.ts';
import { person, visitor, type Visitor } from '../factories/visitor.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { ask } from './asking.ts';
import { owner, type Owner } from './owner.ts';
import { reachOf, type Sample } from './reach.ts';

const { clock, pass } = shiftedClock();
let site: TestSite;
let who: Owner;
let reader: Visitor;
beforeAll(async () => {
  site = await testSite(
    { PUSH_HOSTS: 'localhost:1', WEBHOOK_HOSTS: 'localhost:1', PUBLIC_URL: 'https://tandem.example' },
    clock,
  );
  who = await owner(site);
  reader = await person(site);
});
// As fast as one person may ask.
beforeEach(() => pass(10_000));
afterAll(() => site.close());

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types tandem";

const EVERYWHERE = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};
const expectHeaders = (headers: Headers) =>
  expect(Object.fromEntries(Object.keys(EVERYWHERE).map((name) => [name, headers.get(name)]))).toEqual(EVERYWHERE);

const sampleOf = (name: string): Sample => reachOf(who)[name] ?? { reach: 'own' };
const names = Object.keys(endpoints);
/** After these no session is left. */
const LEAVING = new Set(['logOut', 'endSession']);
const changing = Object.entries(endpoints).filter(([name, { method }]) => method !== 'get' || name === 'logOut');

describe('S-23, S-25, S-26: the headers', () => {
  it('hold a policy in which csp_evaluator finds nothing more severe than 50', () => {
    const findings = new CspEvaluator(new CspParser(POLICY).csp).evaluate();
    expect(findings.filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)).toEqual([]);
    const open = new CspEvaluator(new CspParser("script-src 'unsafe-inline'").csp).evaluate();
    expect(open.some(({ severity }) => severity < Severity.MEDIUM_MAYBE)).toBe(true);
  });

  it.each(names)('are on %s, signed in or not, and no cache keeps its answer', async (name) => {
    const member = LEAVING.has(name) ? await person(site) : reader;
    for (const one of [visitor(site), member]) {
      const { headers } = await ask(one, name, sampleOf(name));
      expectHeaders(headers);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ...[...OPEN_PATHS, ...OWN_PATHS].map((path) => ['a page', 'GET', path]),
    ['a page that is none', 'GET', '/no-such-page'],
    ['a missing file', 'GET', '/assets/gone.js'],
    ['an unknown call', 'GET', '/api/nothing'],
    ['an unknown place', 'POST', '/nowhere'],
    ['an address that is none', 'GET', '/%E0%A4%A'],
    ['an unusual method', 'OPTIONS', '/api/user'],
    ['the history', 'GET', '/api/history.csv'],
  ])('are on %s: %s %s', async (_, method, path) => {
    const { status, headers } = await who.send(method, path);
    expect(status, path).not.toBe(500);
    expectHeaders(headers);
  });
});

describe('S-21, S-22: what changes something', () => {
  const FOREIGN: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: 'null' },
    { 'sec-fetch-site': '', origin: 'https://tandem.example.evil.example' },
  ];
  it.each(changing.map(([name]) => name))('%s comes from our own pages only', async (name) => {
    for (const headers of FOREIGN) {
      const { status, body } = await ask(who, name, { ...sampleOf(name), headers });
      expect([status, body.error], JSON.stringify(headers)).toEqual([
        403,
        'This request came from another site and was refused.',
      ]);
    }
  });

  const withBody = changing.filter(([name, { json }]) => json && name !== 'signIn').map(([name]) => name);
  it.each(withBody)('%s takes JSON only', async (name) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      const answer = await ask(who, name, { ...sampleOf(name), headers: { 'content-type': type } });
      expect([name, type, answer.status]).toEqual([name, type, 415]);
    }
  });
});
