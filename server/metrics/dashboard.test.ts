import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { natsServer } from '../../tests/doubles/nats-server.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { freePort, serverProcess } from '../../tests/setup/process.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
interface Prometheus {
  scrape_configs: { static_configs: { labels: { role: string } }[] }[];
}
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const { panels } = JSON.parse(read('dashboard.json')) as Dashboard;
const { scrape_configs } = parse(read('prometheus.yaml')) as Prometheus;
const roles = scrape_configs.flatMap(({ static_configs }) => static_configs.map(({ labels }) => labels.role));

/** The metrics that a query reads; Prometheus makes `up` itself. */
function metricsIn(query: string): string[] {
  const bare = query.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z]\w*\b(?!\s*\()/g)].map(([name]) => name).filter((name) => name !== 'up');
}
/** The roles that a query names, or all of them. */
const rolesIn = (query: string): string[] => /role=~?"([^"]*)"/.exec(query)?.[1]?.split('|') ?? roles;

const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));
const exported = new Map<string, string[]>();
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [nats, database, port, dataDir] = await Promise.all([
    natsServer(),
    testDatabase(),
    freePort(),
    mkdtemp(join(tmpdir(), 'tandem-dashboard-')),
  ]);
  closing.push(nats.stop, database.close, () => rm(dataDir, { recursive: true, force: true }));
  const shared = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: 'a-metrics-token',
    DATA_DIR: dataDir,
  };
  const others = { ...shared, PAPER_URL: `http://127.0.0.1:${port}` };
  const started = { paper: { ...shared, PAPER_PORT: String(port) }, web: others, engine: others };
  for (const [role, variables] of Object.entries(started)) {
    const server = await serverProcess({ ...variables, ROLE: role });
    closing.unshift(server.stop);
    const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a-metrics-token' } });
    exported.set(
      role,
      [...(await answer.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name),
    );
  }
});
afterAll(async () => {
  for (const close of closing) await close();
});

it('Prometheus reads every role', () => {
  expect(roles.toSorted()).toEqual([...exported.keys()].toSorted());
});

it('a query is read as what it asks of whom', () => {
  const query = 'max by (origin) (one_metric{role=~"web|engine", of="used"}) / sum(rate(other_metric[5m]))';
  expect([metricsIn(query), rolesIn(query)]).toEqual([
    ['one_metric', 'other_metric'],
    ['web', 'engine'],
  ]);
});

it.each(queries)('%s: every process that it is about exports what it shows: %s', (_, query) => {
  for (const role of rolesIn(query)) {
    expect(exported.get(role), role).toEqual(expect.arrayContaining(metricsIn(query)));
  }
});
