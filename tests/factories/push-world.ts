import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { pushEndpoint, type Answer, type PushEndpoint } from '../doubles/push-endpoint.ts';
import { testDatabase } from '../setup/database.ts';
import { alertOwner, alertServer, type AlertServer, type Ground } from './watched-alerts.ts';

export const BY = {
  renews: false,
  sessionId: null,
  mayAdd: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0',
};
/** What a browser is answered that was taken. */
export const TAKEN = { error: null, removed: false };

/** Deliveries over one database and one push service for a test file. */
export function pushWorld() {
  let database: Ground['database'];
  let service: PushEndpoint;
  let ground: Ground;
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-push-'));
  /** Ahead of the real time by as much as the test says: the worker looks again every two seconds. */
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  const running: AlertServer[] = [];

  beforeAll(async () => {
    [database, service] = await Promise.all([testDatabase(), pushEndpoint()]);
    ground = { database, dataDir, fetch: service.fetch, pushHosts: [service.host] };
  });
  afterEach(async () => {
    for (const { deliveries } of running.splice(0)) await deliveries.stop();
    time.ahead = 0;
    expect(service.faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([database.close(), service.close()]);
    rmSync(dataDir, { recursive: true });
  });

  function start(): AlertServer {
    const server = alertServer(ground, { clock });
    running.push(server);
    server.deliveries.start();
    return server;
  }

  async function subscriber(server: AlertServer, ...answers: Answer[]) {
    const { publicKey } = server.notifications;
    const owner = await alertOwner(server, ground);
    const browser = service.subscription(publicKey, ...answers);
    expect(await server.notifications.subscribe(owner.userId, browser, BY)).toEqual(TAKEN);
    const firingId = crypto.randomUUID();
    return {
      ...owner,
      browser,
      firingId,
      queue: async () => {
        await database.db.transaction((tx) =>
          server.notifications.queueAlertDeliveries(tx, [
            {
              userId: owner.userId,
              firingId,
              now: clock(),
              live: { topic: 'balance', body: {} },
              toTelegram: false,
              push: () => ({
                web_push: 8030,
                notification: {
                  title: 'XRP/USDT rose above 0.53',
                  body: 'It is at 0.5301.',
                  navigate: 'https://tandem.example/alerts',
                  tag: firingId,
                  timestamp: 1,
                },
              }),
            },
          ]),
        );
        server.notifications.wake();
      },
      received: () => service.received.filter(({ subscription }) => subscription === browser.id),
      delivery: async () => {
        const [row] = await database.sql`
          select state, attempts, last_error as "lastError", next_at::float8 as "nextAt", expires_at::float8 as "expiresAt"
          from deliveries where user_id = ${owner.userId} and channel = 'push'`;
        return row as { state: string; attempts: number; lastError: string | null; nextAt: number; expiresAt: number };
      },
      subscriptions: async () =>
        (await database.sql`select id from push_subscriptions where user_id = ${owner.userId}`).length,
    };
  }
  return { time, clock, ground: () => ground, service: () => service, start, subscriber };
}
