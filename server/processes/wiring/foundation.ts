import { checkMasterKey } from '../../features/accounts/index.ts';
import { openPushKeys } from '../../features/notifications/index.ts';
import type { Closers } from '../../lib/closers.ts';
import { openVault } from '../../lib/vault.ts';
import { type Bus, localBus } from '../../runtime/bus/bus.ts';
import { deleteExpired } from '../../runtime/request-limits/expired-counts.ts';
import { sharedLimits } from '../../runtime/request-limits/shared-limits.ts';
import { siteSecrets } from '../../runtime/site-secrets/site-secrets.ts';
import { openData, type Settings } from './data.ts';

async function openBus({ env, log }: Settings, closing: Closers): Promise<Bus> {
  const bus = env.NATS_URL
    ? await (await import('../../runtime/bus/nats-bus.ts')).natsBus({ url: env.NATS_URL, log })
    : localBus((error) => log.error({ error }, 'a listener failed'));
  closing.add('bus', () => bus.close());
  return bus;
}

/** What every slice needs: settings, database, bus, and the vault of users' secrets. */
export async function openFoundation(settings: Settings, closing: Closers) {
  const data = await openData(settings, closing);
  const { db, sql, metrics } = data;
  const bus = await openBus(settings, closing);
  const anyAccount = (await sql`select 1 from users limit 1`).length > 0;
  const vault = openVault(settings.env, { mayCreate: !anyAccount });
  await checkMasterKey(db, vault);
  const pushKeys = await openPushKeys(siteSecrets({ db, vault }), { dataDir: settings.env.DATA_DIR, anyAccount });
  const expired = deleteExpired({ db, log: settings.log });
  closing.add('request limits', async () => expired.stop());
  return { ...settings, data, db, metrics, bus, vault, pushKeys, sharedLimits: sharedLimits(db) };
}
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;
