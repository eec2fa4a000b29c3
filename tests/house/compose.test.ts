import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '../../server/env.ts';

interface Service {
  extends?: string;
  profiles?: string[];
  environment?: Record<string, string>;
  configs?: { source: string; target: string }[];
  secrets?: string[];
  ports?: string[];
}
interface Compose {
  services: Record<string, Service>;
  configs: Record<string, { content?: string; file?: string }>;
  secrets: Record<string, { environment: string }>;
}
interface Prometheus {
  scrape_configs: {
    authorization: { credentials_file: string };
    static_configs: { targets: string[]; labels: { role: string } }[];
  }[];
}
const read = (file: string) => readFileSync(file, 'utf8');

function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (_, expression: string) => {
    const [, name = '', operator, word = ''] = /^(\w+)(?::([-+?])(.*))?$/.exec(expression) ?? [];
    const value = variables[name] ?? '';
    if (operator === '+') return value && word;
    if (operator === '?' && !value) throw new Error(`${name}: ${word}`);
    return value || (operator === '-' ? word : '');
  });
}

/** The services that start with these variables, and what they are given. */
function compose(variables: Record<string, string>) {
  const given: Record<string, string> = { POSTGRES_PASSWORD: 'secret', ...variables };
  const file = JSON.parse(JSON.stringify(parse(read('compose.yaml'), { merge: true })), (_, value: unknown) =>
    typeof value === 'string' ? interpolate(value, given) : value,
  ) as Compose;
  const started = Object.entries(file.services)
    .filter(([, { profiles }]) => !profiles || profiles.includes(given['COMPOSE_PROFILES'] ?? ''))
    .map(([name, service]): [string, Service] => {
      const base = service.extends ? file.services[service.extends] : {};
      return [name, { ...base, ...service, environment: { ...base?.environment, ...service.environment } }];
    });
  return { ...file, services: new Map(started) };
}

/** The processes of the site, as they read their environment. */
const processesOf = ({ services }: ReturnType<typeof compose>) =>
  [...services].flatMap(([name, { environment = {} }]) =>
    'DATA_DIR' in environment ? [{ name, ...readEnv(environment) }] : [],
  );
const addressesOf = (file: ReturnType<typeof compose>, role: string) =>
  processesOf(file).flatMap(({ name, ROLE, PORT }) => (ROLE === role ? [`${name}:${PORT}`] : []));
const proxyOf = ({ services, configs }: ReturnType<typeof compose>) =>
  configs[services.get('proxy')?.configs?.[0]?.source ?? '']?.content ?? '';
const upstreamsOf = (file: ReturnType<typeof compose>) =>
  /reverse_proxy ([^{\n]*)/.exec(proxyOf(file))?.[1]?.trim().split(' ');

const one = compose({});
const many = compose({ COMPOSE_PROFILES: 'many', METRICS_TOKEN: 'token' });

describe('docker compose up', () => {
  it('is one process behind a proxy, with its database and its bus', () => {
    expect([...one.services.keys()]).toEqual(['site', 'database', 'bus', 'proxy']);
    expect(processesOf(one)).toMatchObject([{ name: 'site', ROLE: 'all', EXCHANGE_MODE: 'paper' }]);
    expect(upstreamsOf(one)).toEqual(['site:3000']);
    expect(proxyOf(compose({ SITE_ADDRESS: 'tandem.example' }))).toMatch(/^tandem\.example \{/);
  });

  it('needs a password', () => {
    expect(() => compose({ POSTGRES_PASSWORD: '' })).toThrow('POSTGRES_PASSWORD');
  });
});

describe('the profile many', () => {
  const names = new Set(many.services.keys());
  const { scrape_configs } = parse(read('server/metrics/prometheus.yaml')) as Prometheus;

  it('is two web processes, two engines and the paper exchange, which reach each other', () => {
    const processes = processesOf(many);
    expect(processes.map(({ ROLE }) => ROLE)).toEqual(['web', 'web', 'engine', 'engine', 'paper']);
    const paper = processes.find(({ ROLE }) => ROLE === 'paper');
    for (const { ROLE, HOST, DATABASE_URL = '', NATS_URL = '', PAPER_URL, METRICS_TOKEN } of processes) {
      expect([HOST, METRICS_TOKEN]).toEqual(['0.0.0.0', 'token']);
      expect(names).toContain(new URL(DATABASE_URL).hostname);
      expect(names).toContain(new URL(NATS_URL).hostname);
      expect(PAPER_URL).toBe(ROLE === 'paper' ? undefined : `http://${paper?.name}:${paper?.PAPER_PORT}`);
    }
  });

  it('has a proxy to both web processes, but not to their metrics', () => {
    expect(upstreamsOf(many)).toEqual(addressesOf(many, 'web'));
    expect(proxyOf(many)).toContain('respond /metrics 404');
  });

  it('has a Prometheus that reads all processes with the token', () => {
    const [scraped] = scrape_configs;
    for (const { targets, labels } of scraped?.static_configs ?? []) {
      expect(targets).toEqual(addressesOf(many, labels.role));
    }
    const targets = scraped?.static_configs.flatMap((each) => each.targets);
    expect(targets).toHaveLength(processesOf(many).length);
    const [secret = ''] = many.services.get('prometheus')?.secrets ?? [];
    expect(scraped?.authorization.credentials_file).toBe(`/run/secrets/${secret}`);
    expect(many.secrets[secret]).toEqual({ environment: 'METRICS_TOKEN' });
  });

  it('has a Grafana whose data source is the one that the dashboard asks', () => {
    const source = parse(many.configs['grafana-data-source']?.content ?? '') as { datasources: { uid: string }[] };
    const { panels } = JSON.parse(read('server/metrics/dashboard.json')) as { panels: { datasource: object }[] };
    for (const { datasource } of panels) expect(datasource).toMatchObject({ uid: source.datasources[0]?.uid });
  });

  it('opens nothing but the proxy to other machines', () => {
    const ports = [...many.services].flatMap(([name, service]) => (name === 'proxy' ? [] : (service.ports ?? [])));
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('names configurations that exist', () => {
    const sources = [...many.services.values()].flatMap(({ configs = [] }) => configs.map(({ source }) => source));
    expect(sources.filter((source) => !(source in many.configs))).toEqual([]);
    const files = Object.values(many.configs).flatMap(({ file }) => file ?? []);
    expect(files).toHaveLength(2);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
