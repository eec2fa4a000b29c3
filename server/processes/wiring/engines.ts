import { createAlertEngine, createConditionEngine, createOccasionEngine } from '../../features/alerts/engine/index.ts';
import { BacktestEngine } from '../../features/backtests/engine/index.ts';
import { createBotEngine } from '../../features/bots/engine/index.ts';
import { botCommands, haltRuns } from '../../features/bots/index.ts';
import { createChat } from '../../features/chat/index.ts';
import { createAlertCaller, createHookEngine } from '../../features/hooks/engine/index.ts';
import { createDeliveryEngine } from '../../features/notifications/engine/index.ts';
import {
  closePositions,
  createOrders,
  type OrderEngine,
  remoteEngine,
  routedEngine,
} from '../../features/orders/index.ts';
import { createOrderEngine } from '../../features/orders/engine/index.ts';
import { lossWatch } from '../../features/loss-limits/engine/index.ts';
import { createContactEngine } from '../../features/support/engine/index.ts';
import { createWebhookEngine } from '../../features/webhooks/engine/index.ts';
import type { Closers } from '../../lib/closers.ts';
import { leasesStore } from '../../runtime/leases/leases.store.ts';
import { type Partition, SharedPartition, wholePartition } from '../../runtime/leases/partition.ts';
import { whileOwner } from '../../runtime/leases/while-owner.ts';
import type { Foundation } from './foundation.ts';
import type { Slices } from './slices.ts';

interface Engine {
  start(): unknown;
  stop(): unknown;
}

/** Engines that act on order blocks as a press of the button would. */
function actingEngines({ hooks, orders, bots }: Slices, engine: OrderEngine, partition: (scope: string) => Partition) {
  const { commands } = createOrders(orders, engine);
  return {
    botEngine: createBotEngine({ ...bots, orders: commands }, partition('bot-engines')),
    hookEngine: createHookEngine({
      ...hooks,
      orders: commands,
      bots: botCommands(bots),
      partition: partition('hook-engines'),
    }),
  };
}

/** EX-12. */
function lossEngine({ lossDeps, orders, bots }: Slices, engine: OrderEngine) {
  return lossWatch({
    ...lossDeps,
    actions: {
      haltBots: (userId, of) => haltRuns(bots, userId, of),
      closePositions: async (userId, keyId) => void (await closePositions({ ...orders, engine }, userId, keyId)),
    },
  });
}

/** What runs without a call: orders, alerts, deliveries, and scheduled work. */
export function createEngines(foundation: Foundation, slices: Slices) {
  const { env, log, clock, db, bus, metrics } = foundation;
  const { audit, mailer, accounts, live, markets, keys, notifications, orders, backtests } = slices;
  const common = { db, clock, log, bus };
  const answers = createChat({ db, markets, orders, bots: slices.bots, publicUrl: env.publicUrl });
  const delivery = createDeliveryEngine({ db, clock, log, live, audit, mailer, notifications, answers, metrics });
  const contact = createContactEngine({ ...common, mailer, notifications, env });
  const shared = env.NATS_URL !== undefined;
  const partition = (scope: string) =>
    shared ? new SharedPartition({ scope, store: leasesStore(db), bus, log }) : wholePartition;
  const alone = (scope: string, name: string, work: Engine) =>
    whileOwner({ partition: partition(scope), name, log }, work);
  const orderEngine = createOrderEngine(orders, bus, partition('order-engines'));
  const remote = shared ? remoteEngine(foundation) : null;
  accounts.onErased((userId) => orderEngine.forget(userId));
  const alertEngine = createAlertEngine({ ...common, shared, markets, notifications, metrics });
  const conditionEngine = createConditionEngine({ ...common, shared, markets, notifications, metrics });
  const occasionEngine = createOccasionEngine({ db, clock, log, markets, notifications, metrics });
  const sending = remote ? routedEngine(orderEngine, remote) : orderEngine;
  const { botEngine, hookEngine } = actingEngines(slices, sending, partition);
  const receiver = delivery.telegramReceiver;
  const engines: [name: string, engine: Engine | null][] = [
    // Not awaited: the site is up while an exchange is slow, and not ready until its orders are reconciled.
    ['orders', orderEngine],
    ['removals of two-factor', accounts.lostFactor],
    ['key checks', keys.checks],
    ['deliveries', delivery.deliveries],
    ['contact', contact],
    ['Telegram', receiver && alone('telegram', 'bot', receiver)],
    ['worth of keys', alone('worth', 'recorder', keys.recorder)],
    ['alerts', alertEngine],
    ['alerts on conditions', conditionEngine],
    ['alerts on occasions', alone('occasions', 'clock', occasionEngine)],
    ['bots', botEngine],
    ['backtests', alone('backtests', 'runner', new BacktestEngine(backtests))],
    ['hooks', hookEngine],
    ['hooks of alerts', alone('alert-calls', 'caller', createAlertCaller(slices.hooks))],
    ['loss limits', alone('loss-limits', 'watch', lossEngine(slices, sending))],
    ['webhooks', createWebhookEngine(slices.webhooks)],
  ];
  return {
    /** What calls of this process ask of the engines. */
    orders: sending,
    running: { contact, alertEngine, orderEngine, ...delivery },
    isReady: () => alertEngine.ready() && orderEngine.isReconciled(),
    async start(closing: Closers): Promise<void> {
      await orderEngine.takeOn();
      closing.add('calls to other engines', async () => remote?.stop());
      for (const [name, engine] of engines) {
        Promise.resolve(engine?.start()).catch((error: unknown) =>
          log.error({ error, name }, 'an engine did not start'),
        );
      }
      // All at once: each gives back its leases first, so that other processes take over without delay.
      closing.add('engines', async () => {
        const ended = await Promise.allSettled(engines.map(async ([, engine]) => engine?.stop()));
        for (const { reason } of ended.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
          log.error({ error: reason as unknown }, 'an engine was not stopped');
      });
    },
  };
}
