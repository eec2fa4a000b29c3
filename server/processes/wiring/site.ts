import { LIVE_PATH } from '#contracts/live.ts';
import { createAlerts } from '../../features/alerts/index.ts';
import { standstill } from '../../features/bots/index.ts';
import { accountDeletion } from '../../features/accounts/index.ts';
import type { openDonations } from '../../features/donations/index.ts';
import { cancelOpenOrders, createOrders, type OrderEngine, standDown } from '../../features/orders/index.ts';
import { callFault } from '../../features/hooks/index.ts';
import { createSupport } from '../../features/support/index.ts';
import type { Closers } from '../../lib/closers.ts';
import { admitBearer } from '../../http/bearer.ts';
import { createHub } from '../../live/hub.ts';
import type { Foundation } from './foundation.ts';
import type { Readiness } from './readiness.ts';
import type { Slices } from './slices.ts';

interface Given {
  donations: ReturnType<typeof openDonations>;
  /** Creates paper accounts; null in live mode. */
  paper: { createAccount(): Promise<{ key: string; secret: string }>; resetAccount(key: string): Promise<void> } | null;
  readiness: Readiness;
}

/**
 * What pages and calls need in addition to the slices: alerts, the contact form, the live channel, the deletion of
 * accounts.
 */
export function createSite<Engine extends OrderEngine>(
  foundation: Foundation,
  slices: Slices,
  { engine, ...given }: Given & { engine: Engine },
) {
  const { env, log, clock, db, bus, metrics, sharedLimits } = foundation;
  const { audit, trading, mailer, accounts, live, markets, notifications } = slices;
  const orders = { ...createOrders(slices.orders, engine), engine };
  const alerts = createAlerts({
    db,
    clock,
    bus,
    live,
    markets,
    notifications,
    hookFault: (userId, call) => callFault(db, userId, call),
  });
  const support = createSupport({ db, clock, log, bus, env, sharedLimits });
  const deletion = accountDeletion({
    db,
    log,
    audit,
    mailer,
    accounts,
    cancelOpenOrders: (userId) => cancelOpenOrders(orders, userId, standstill(slices.bots, trading, userId)),
    standDown: (userId) => standDown(orders, userId),
    forgetAlerts: alerts.beforeErasure,
    deleted: foundation.data.backups?.deleted ?? null,
  });
  const { findPerson, isSessionAlive, onSessionEnd, tokens } = accounts;
  const { lastPrice, pairName } = markets;
  const findReader = async (token: string, address: string) =>
    admitBearer(await tokens.read(token, address), { call: `LIVE ${LIVE_PATH}`, scopes: ['read'] });
  const hub = createHub({
    bus,
    clock,
    log,
    publicUrl: env.publicUrl,
    trustProxy: env.TRUST_PROXY,
    findPerson,
    findReader,
    isSessionAlive,
    onSessionEnd,
    lastPrice,
    pairName,
  });
  return { env, log, clock, metrics, sharedLimits, ...slices, ...given, orders, alerts, support, deletion, hub };
}
export type SiteDeps = ReturnType<typeof createSite>;

export function closeWithSite({ deletion, hub }: SiteDeps, closing: Closers): void {
  closing.add('deletions', () => deletion.stop());
  closing.add('live channel', () => hub.close());
}
