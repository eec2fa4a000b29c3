import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant } from './fixture.ts';

interface Planted {
  rule: string;
  from: string;
  source: string;
}

const planted: Planted[] = [
  // 1
  { rule: 'contracts-are-fenced', from: 'server/contracts/reads-lib.ts', source: "import '../lib/plain.ts';" },
  { rule: 'contracts-are-fenced', from: 'server/contracts/whole-zod.ts', source: "import * as z from 'zod';" },
  { rule: 'contracts-are-fenced', from: 'server/contracts/node.ts', source: "import { join } from 'node:path';" },
  { rule: 'browser-loads-zod-mini', from: 'client/lib/whole-zod.ts', source: "import * as z from 'zod';" },
  // 2
  {
    rule: 'client-knows-contracts-only',
    from: 'client/lib/to-server.ts',
    source: "import '../../server/lib/plain.ts';",
  },
  { rule: 'client-knows-contracts-only', from: 'client/lib/to-sw.ts', source: "import '../../sw/plain.ts';" },
  { rule: 'sw-knows-contracts-only', from: 'sw/to-client.ts', source: "import '../client/lib/plain.ts';" },
  { rule: 'sw-knows-contracts-only', from: 'sw/to-server.ts', source: "import '../server/lib/plain.ts';" },
  // 3
  {
    rule: 'server-knows-no-browser',
    from: 'server/lib/to-client.ts',
    source: "import '../../client/lib/plain.ts';",
  },
  { rule: 'server-knows-no-browser', from: 'server/lib/to-sw.ts', source: "import '../../sw/plain.ts';" },
  { rule: 'domain-is-pure', from: 'server/domain/to-lib.ts', source: "import '../lib/plain.ts';" },
  { rule: 'domain-is-pure', from: 'server/domain/to-feature.ts', source: "import '../features/orders/plain.ts';" },
  { rule: 'domain-is-pure', from: 'server/domain/to-exchange.ts', source: "import '../exchanges/exchange.ts';" },
  { rule: 'domain-is-pure', from: 'server/domain/to-contract.ts', source: "import '../contracts/orders.ts';" },
  { rule: 'domain-is-pure', from: 'server/domain/to-node.ts', source: "import { setTimeout } from 'node:timers';" },
  // 4
  {
    rule: 'client-features-are-strangers',
    from: 'client/features/orders/to-alerts.ts',
    source: "import '../alerts/plain.ts';",
  },
  {
    rule: 'client-features-know-no-app',
    from: 'client/features/orders/to-app.ts',
    source: "import '../../app/plain.ts';",
  },
  {
    rule: 'client-live-knows-ui-and-lib',
    from: 'client/live/to-feature.ts',
    source: "import '../features/alerts/plain.ts';",
  },
  { rule: 'client-ui-and-lib-are-lowest', from: 'client/ui/to-live.ts', source: "import '../live/plain.ts';" },
  {
    rule: 'client-ui-and-lib-are-lowest',
    from: 'client/lib/to-feature.ts',
    source: "import '../features/alerts/plain.ts';",
  },
  // 5
  {
    rule: 'slices-meet-at-the-index',
    from: 'server/features/orders/past-the-door.ts',
    source: "import '../keys/inside.ts';",
  },
  {
    rule: 'slices-are-entered-at-the-index',
    from: 'server/http/past-the-door.ts',
    source: "import '../features/keys/inside.ts';",
  },
  {
    rule: 'processes-build-slices-and-engines',
    from: 'server/processes/wiring/past-the-door.ts',
    source: "import '../../features/keys/inside.ts'; import '../../features/alerts/engine/inside.ts';",
  },
  {
    rule: 'app-mounts-routes',
    from: 'server/app.ts',
    source: "import './features/keys/inside.ts'; import './features/keys/keys.routes.ts';",
  },
  // 6
  {
    rule: 'stores-alone-query',
    from: 'server/features/keys/queries.ts',
    source: "import { eq } from 'drizzle-orm';",
  },
  { rule: 'stores-alone-query', from: 'server/lib/schema.ts', source: "import '../db/schema/plain.ts';" },
  // 7
  {
    rule: 'routes-alone-use-hono',
    from: 'server/features/keys/serves.ts',
    source: "import { Hono } from 'hono';",
  },
  // 8
  {
    rule: 'processes-alone-name-an-adapter',
    from: 'server/live/names-binance.ts',
    source: "import '../exchanges/binance/plain.ts';",
  },
  {
    rule: 'adapters-are-strangers',
    from: 'server/exchanges/binance/to-paper.ts',
    source: "import '../paper/plain.ts';",
  },
  // The roles of processes
  { rule: 'web-reaches-no-engine', from: 'server/processes/web.ts', source: "import './wiring/alerts.ts';" },
  {
    rule: 'engines-serve-no-site',
    from: 'server/processes/engine.ts',
    source: "import './wiring/alerts.ts'; import '../app.ts';",
  },
  { rule: 'paper-runs-alone', from: 'server/processes/paper.ts', source: "import './wiring/keys.ts';" },
  { rule: 'processes-are-the-top', from: 'server/http/to-process.ts', source: "import '../processes/wiring/keys.ts';" },
  {
    rule: 'runtime-knows-no-feature',
    from: 'server/runtime/to-feature.ts',
    source: "import '../features/keys/index.ts';",
  },
  { rule: 'runtime-knows-no-feature', from: 'server/runtime/to-domain.ts', source: "import '../domain/plain.ts';" },
  { rule: 'runtime-knows-no-feature', from: 'server/runtime/to-http.ts', source: "import '../http/plain.ts';" },
  // 9
  {
    rule: 'adapters-know-no-slice',
    from: 'server/exchanges/binance/to-slice.ts',
    source: "import '../../features/keys/index.ts';",
  },
  {
    rule: 'paper-market-and-records-are-lowest',
    from: 'server/exchanges/paper/market/to-rest.ts',
    source: "import type {} from '../rest/plain.ts';",
  },
  {
    rule: 'paper-market-and-records-are-lowest',
    from: 'server/exchanges/paper/records/to-core.ts',
    source: "import '../exchange-core.ts';",
  },
  // 10
  {
    rule: 'no-cycles',
    from: 'server/lib/circle-one.ts',
    source: "import './circle-two.ts'; export const one = 1;",
  },
  {
    rule: 'nothing-imports-tests',
    from: 'server/lib/to-tests.ts',
    source: "import '../../tests/factories/plain.ts';",
  },
  { rule: 'tests-import-no-test', from: 'server/lib/second.test.ts', source: "import './first.test.ts';" },
  { rule: 'names-say-what', from: 'server/lib/reads-utils.ts', source: "import './price-utils.ts';" },
  {
    rule: 'imports-resolve',
    from: 'server/lib/nowhere-later.ts',
    source: "export async function f() { await using a = await import('./not-there.ts'); }",
  },
  { rule: 'imports-resolve', from: 'server/lib/nowhere.ts', source: "import './not-there.ts';" },
  // 11
  ...(
    [
      ['accounts', 'keys'],
      ['keys', 'orders'],
      ['markets', 'keys'],
      ['orders', 'alerts'],
      ['copy-trading', 'markets'],
      ['alerts', 'keys'],
      ['notifications', 'alerts'],
      ['support', 'accounts'],
      ['donations', 'accounts'],
      ['bots', 'alerts'],
      ['backtests', 'alerts'],
      ['hooks', 'alerts'],
      ['webhooks', 'alerts'],
      ['loss-limits', 'orders'],
      ['chat', 'keys'],
    ] as const
  ).map(([slice, other]) => ({
    rule: `doors-of-${slice}`,
    from: `server/features/${slice}/opens-${other}.ts`,
    source: `import type {} from '../${other}/index.ts';`,
  })),
  {
    rule: 'doors-of-the-exchanges',
    from: 'server/features/alerts/exchange.ts',
    source: "import type {} from '../../exchanges/exchange.ts';",
  },
  {
    rule: 'orders-sees-exchange-types-only',
    from: 'server/features/orders/exchange.ts',
    source: "import '../../exchanges/exchange.ts';",
  },
  {
    rule: 'slices-are-listed',
    from: 'server/features/gossip/plain.ts',
    source: "import '../../lib/plain.ts';",
  },
];

const SLICES = ['accounts', 'keys', 'markets', 'orders', 'alerts', 'notifications'];
const empty = 'export {};';
const allowed: Record<string, string> = {
  'server/contracts/plain.ts': "import * as z from 'zod/mini'; import { Big } from 'big.js';",
  'server/lib/plain.ts': "import '#contracts/plain.ts';",
  // A cycle is named once, by its first file.
  'server/lib/circle-two.ts': "import type {} from './circle-one.ts'; export const two = 2;",
  'server/lib/price-utils.ts': empty,
  'server/lib/first.test.ts': "import '../../tests/factories/plain.ts'; import { it } from 'vitest';",
  'server/db/schema/plain.ts': "import { pgTable } from 'drizzle-orm/pg-core';",
  'server/exchanges/exchange.ts': empty,
  'server/exchanges/binance/plain.ts': "import '../exchange.ts';",
  'server/domain/matching/plain.ts': "import { Big } from 'big.js'; import '#contracts/rules/plain.ts';",
  'server/contracts/rules/plain.ts': empty,
  'server/exchanges/paper/plain.ts': "import '../../lib/plain.ts'; import '../../domain/matching/plain.ts';",
  'server/exchanges/paper/exchange-core.ts': "import './market/plain.ts';",
  'server/exchanges/paper/market/plain.ts': "import '../plain.ts';",
  'server/exchanges/paper/rest/plain.ts': "import '../exchange-core.ts';",
  'server/domain/plain.ts': empty,
  'server/http/plain.ts': empty,
  'server/runtime/leases.store.ts':
    "import '../lib/plain.ts'; import '../db/schema/plain.ts'; import '#contracts/plain.ts';",
  'server/processes/wiring/keys.ts':
    "import '../../exchanges/binance/plain.ts'; import '../../features/keys/index.ts';",
  'server/processes/wiring/alerts.ts': "import '../../features/alerts/engine/index.ts';",
  'server/processes/all.ts': "import './wiring/alerts.ts'; import './wiring/keys.ts'; import '../app.ts';",
  'server/main.ts': "await import('./processes/all.ts');",
  'server/features/alerts/engine/index.ts': "import './inside.ts';",
  'server/features/alerts/engine/inside.ts': empty,
  ...Object.fromEntries(SLICES.map((slice) => [`server/features/${slice}/index.ts`, empty])),
  'server/features/keys/inside.ts': "import '../../exchanges/exchange.ts'; import type { Context } from 'hono';",
  'server/features/keys/keys.store.ts': "import { eq } from 'drizzle-orm'; import '../../db/schema/plain.ts';",
  'server/features/keys/keys.routes.ts': "import { Hono } from 'hono';",
  'server/features/orders/opens-its-doors.ts':
    "import '../keys/index.ts'; import '../markets/index.ts'; import type {} from '../../exchanges/exchange.ts';",
  'server/features/copy-trading/opens-its-doors.ts': "import '../keys/index.ts'; import '../orders/index.ts';",
  'server/features/alerts/opens-its-doors.ts': "import '../markets/index.ts'; import '../notifications/index.ts';",
  'client/lib/plain.ts': "import '#contracts/plain.ts';",
  'client/live/plain.ts': "import '../lib/plain.ts';",
  'client/features/alerts/plain.ts': "import '../../live/plain.ts'; import '../../lib/plain.ts';",
  'client/features/orders/orders-screen.tsx': "import '../../lib/plain.ts'; export const Screen = () => <p>Orders</p>;",
  'client/app/plain.ts': "import '../features/alerts/plain.ts'; import '../features/orders/orders-screen.tsx';",
  'sw/plain.ts': "import '#contracts/plain.ts';",
  'tests/factories/plain.ts': "import '../../server/lib/plain.ts';",
};

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
}

describe('import rules', () => {
  const sources = Object.fromEntries(planted.map(({ from, source }) => [from, `${source}\n`]));
  const fixture = plant({ ...allowed, ...sources });
  let found: string[] = [];

  beforeAll(() => {
    const folders = ['server', 'client', 'sw', 'tests'];
    const { output } = fixture.run('depcruise', '--config', '.dependency-cruiser.cjs', '-T', 'json', ...folders);
    const { summary }: Cruise = JSON.parse(output);
    found = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  });
  afterAll(() => fixture.remove());

  it.each(planted.map(({ rule, from }) => `${rule}: ${from}`))('refuses %s', (violation) => {
    expect(found).toContain(violation);
  });

  it('refuses nothing of what is allowed', () => {
    expect(found.filter((violation) => Object.keys(allowed).some((file) => violation.endsWith(`: ${file}`)))).toEqual(
      [],
    );
  });

  it('has no rule without a planted violation', () => {
    const configuration: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      '../../.dependency-cruiser.cjs',
    );
    const rules = configuration.forbidden.map(({ name }) => name);
    expect(new Set(planted.map(({ rule }) => rule))).toEqual(new Set(rules));
  });
});
