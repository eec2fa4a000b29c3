import { collectDefaultMetrics, Gauge, Registry, Summary, type GaugeConfiguration } from 'prom-client';
import type { Db } from '../db/database.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { inTime } from '../lib/in-time.ts';
import type { RateBudget } from '../runtime/rate-budget/rate-budget.ts';
import { depthsStore } from './depths.store.ts';
import type { ExchangeCall } from './measured-exchange.ts';

const WINDOW = { percentiles: [0.5, 0.95, 0.99], maxAgeSeconds: 600, ageBuckets: 5 };

/** Durations of the last ten minutes. */
function timings(registers: Registry[]) {
  const delivered = new Summary({
    name: 'tandem_delivery_seconds',
    help: 'From a firing, or the end of the quiet hours, until the channel took the message',
    labelNames: ['channel'],
    registers,
    ...WINDOW,
  });
  const fired = new Summary({
    name: 'tandem_alert_firing_seconds',
    help: 'From a price that crosses a level until its firing is committed',
    registers,
    ...WINDOW,
  });
  const called = new Summary({
    name: 'tandem_exchange_call_seconds',
    help: 'From an order call to the exchange until its answer',
    labelNames: ['market', 'call', 'outcome'],
    registers,
    ...WINDOW,
  });
  return { delivered, fired, called };
}

type GaugeConfig = GaugeConfiguration<string>;

/** A gauge that is read on scrape. */
const gauge = (registry: Registry, configuration: GaugeConfig): void =>
  registry.registerMetric(new Gauge({ ...configuration, registers: [] }));

const COUNTED_WITHIN_MS = 1000;

/** Null while the database is away or slow. */
const ifKnown = <T>(counted: Promise<T>): Promise<T | null> =>
  inTime(
    counted.catch((error: unknown) => {
      if (isDatabaseAway(error)) return null;
      throw error;
    }),
    COUNTED_WITHIN_MS,
  );

/** Counted on scrape. */
function depths(registry: Registry, db: Db): void {
  const store = depthsStore(db);
  gauge(registry, {
    name: 'tandem_deliveries_waiting',
    help: 'Deliveries that are not done yet; held: until the end of quiet hours',
    labelNames: ['channel', 'held'],
    async collect() {
      this.reset();
      const waiting = await ifKnown(store.deliveries());
      if (!waiting) return;
      for (const channel of ['live', 'push', 'telegram', 'mail']) this.set({ channel, held: 'false' }, 0);
      for (const { channel, held, count } of waiting) this.set({ channel, held: String(held) }, count);
    },
  });
  gauge(registry, {
    name: 'tandem_order_blocks_due',
    help: 'Order blocks that wait to be worked on',
    async collect() {
      this.set((await ifKnown(store.dueBlocks())) ?? Number.NaN);
    },
  });
}

/** Of every exchange address that this process asks. */
function budgets(registry: Registry, { loads }: RateBudget): void {
  gauge(registry, {
    name: 'tandem_exchange_weight',
    help: "Request weight of the exchange's current window at its address, and its limit; 1 a request where it counts requests",
    labelNames: ['origin', 'of'],
    collect() {
      for (const { origin, weight } of loads()) {
        this.set({ origin, of: 'used' }, weight.used);
        this.set({ origin, of: 'limit' }, weight.limit);
      }
    },
  });
  gauge(registry, {
    name: 'tandem_exchange_share',
    help: "This process's part of the limit of an exchange address, from 0 to 1",
    labelNames: ['origin'],
    collect() {
      for (const { origin, share } of loads()) this.set({ origin }, share);
    },
  });
}

/** Prometheus metrics of this process and of the queues in its database. */
export function createMetrics({ db }: { db: Db }) {
  const registry = new Registry();
  // The process's memory and CPU, and how late its event loop runs.
  collectDefaultMetrics({ register: registry });
  const { delivered, fired, called } = timings([registry]);
  depths(registry, db);

  return {
    registry,
    delivered: (channel: string, ms: number): void => delivered.observe({ channel }, Math.max(0, ms) / 1000),
    fired: (ms: number): void => fired.observe(Math.max(0, ms) / 1000),
    watchAlerts(active: () => number): void {
      gauge(registry, {
        name: 'tandem_alerts_active',
        help: 'Alerts that this process watches',
        collect() {
          this.set(active());
        },
      });
    },
    /** UTC epoch ms of the last backup; null before the first, or when the operator's own database is used. */
    watchBackups(last: () => number | null): void {
      gauge(registry, {
        name: 'tandem_backup_timestamp_seconds',
        help: 'When the embedded database was last backed up',
        collect() {
          this.set((last() ?? Number.NaN) / 1000);
        },
      });
    },
    watchBudget: (budget: RateBudget): void => budgets(registry, budget),
    exchangeCalled: ({ ms, ...labels }: ExchangeCall): void => called.observe({ ...labels }, ms / 1000),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
