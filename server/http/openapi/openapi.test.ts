import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contracts/endpoint.ts';
import { Description } from '#contracts/developers.ts';
import { endpoints } from '#contracts/index.ts';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader, visitor } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { bodyExample, parameterExample, SOME_ID } from './examples.ts';
import { openApi } from './openapi.ts';

const run = promisify(execFile);
const bin = (name: string) => join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', name);
const node = (name: string, ...rest: string[]) => run(process.execPath, [bin(name), ...rest]);

const made = openApi({ version: '1.0.0', publicUrl: 'https://tandem.example', now: Date.now() });
const described = z.parse(Description, made);
const operationOf = ({ path, method }: Endpoint) => described.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method];
const forTokens = Object.entries(endpoints).filter(([, { scopes }]) => scopes);

const required = (schema: Endpoint['params']): string[] => {
  if (!schema) return [];
  const { required: names = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return names;
};
const examplesOf = (schema: Endpoint['params']) =>
  Object.fromEntries(required(schema).map((name) => [name, parameterExample(name)]));

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-openapi-'));
  file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(made));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the description of the calls', () => {
  it('is valid OpenAPI, and no schema is named that is not there', async () => {
    expect(JSON.parse((await node('validate-api', file)).stdout)).toEqual({ valid: true });
    const schemas = described.components.schemas;
    const named = [...JSON.stringify(made).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in schemas))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it('makes a client that TypeScript takes', async () => {
    const client = join(folder, 'client');
    await node('openapi', '--input', file, '--output', client, '--client', 'fetch');
    const types = ['--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom'];
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    await node('tsc', '--ignoreConfig', '--noEmit', ...types, ...modules, join(client, 'index.ts'));
  });

  it.each(forTokens)('says of %s which tokens may call, and what comes back', (_, contract) => {
    expect(operationOf(contract)).toMatchObject({
      'x-scopes': contract.scopes,
      security: expect.arrayContaining([{ token: [] }]),
      responses: { 200: expect.anything(), 429: expect.anything(), 503: expect.anything() },
    });
  });

  it('admits no token to any other call', () => {
    const others = Object.values(endpoints).filter(({ scopes }) => !scopes);
    const admitting = others.filter((one) => JSON.stringify(operationOf(one)?.['security']).includes('token'));
    expect(admitting).toEqual([]);
    expect(others.length).toBeGreaterThan(40);
  });

  it.each(forTokens)('has an example of %s that its contract takes', (name, { params, query, json }) => {
    if (params) expect(z.safeParse(params, examplesOf(params)).error).toBeUndefined();
    if (query) expect(z.safeParse(query, examplesOf(query)).error).toBeUndefined();
    if (json) expect(z.safeParse(json, bodyExample(name, Date.now())).error).toBeUndefined();
  });
});

const sentAs = (name: string, { path, params, query }: Endpoint) => {
  const inPath = examplesOf(params);
  const asked = new URLSearchParams(required(query).map((one) => [one, parameterExample(one) ?? '']));
  return {
    at: `${path.replaceAll(/:(\w+)/g, (_, one) => inPath[one] ?? '')}?${asked.toString()}`,
    json: bodyExample(name, Date.now()),
  };
};
/** The others name something of one's own, or send a file. */
const runnable = forTokens.filter(
  ([name, contract]) => name !== 'addDataFile' && !JSON.stringify(sentAs(name, contract)).includes(SOME_ID),
);

describe('the examples on a paper site', () => {
  let site: TestSite;
  let headers: Record<string, string>;
  beforeAll(async () => {
    site = await testSite();
    await paperControl(site)('price', { symbol: 'XRPUSDT', price: '0.52' });
    await until(() => expect(site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toFixed()).toBe('0.52'));
    const { body } = await (
      await trader(site)
    ).post('/api/tokens', { name: 'Mine', scopes: ['read', 'alerts', 'trade'] });
    headers = { authorization: `Bearer ${body.token}` };
  });
  afterAll(() => site.close());

  it('are those of most calls that name nothing of one’s own', () => {
    expect(runnable.length).toBeGreaterThan(30);
  });

  it.each(runnable)('are run as they are, with a token: %s', async (name, contract) => {
    const { at, json } = sentAs(name, contract);
    const { status, body, text } = await visitor(site).send(contract.method.toUpperCase(), at, { headers, json });
    expect([status, body.error ?? body.errorMessage ?? null], text).toEqual([200, null]);
  });
});
