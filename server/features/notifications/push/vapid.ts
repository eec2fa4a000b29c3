import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webPush from 'web-push';
import * as z from 'zod/mini';
import { HOUR, SECOND } from '#contracts/rules/time.ts';
import type { SiteSecrets } from '../../../runtime/site-secrets/site-secrets.ts';

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });

export type PushKeys = z.output<typeof Keys>;

export interface Vapid extends PushKeys {
  /** The contact for push services: mailto: or https:. */
  subject: string;
}

const LOCAL = /^(localhost|127\.|10\.|192\.168\.|\[|.*\.(local|localhost|invalid|internal|test)$)/;
const VALID_FOR = 12 * HOUR;

/** Apple refuses every push whose subject is a local address (web-push issue 947). */
export function vapidSubject({ publicUrl, mail }: { publicUrl: string; mail: string | undefined }): string {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' && !LOCAL.test(hostname)) return publicUrl;
  const address = /[^\s<>]+@[^\s<>]+/.exec(mail ?? '')?.[0];
  return `mailto:${address ?? 'operator@example.com'}`;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Those of a version that kept them outside the database; null where there are none. */
function keysOfFile(dataDir: string): PushKeys | null {
  const file = join(dataDir, 'vapid.json');
  try {
    return z.parse(Keys, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (isMissing(error)) return null;
    throw new Error(`${file} does not hold the push keys any more. Put them back, or remove it to make new ones.`, {
      cause: error,
    });
  }
}

/**
 * The site's push keys, which are the same for all its processes, made on the first start. A subscription is bound to the
 * key that it was created with. `anyAccount`: without accounts, keys that cannot be opened are made anew.
 */
export async function openPushKeys(
  secrets: SiteSecrets,
  { dataDir, anyAccount }: { dataDir: string; anyAccount: boolean },
): Promise<PushKeys> {
  const make = () => Buffer.from(JSON.stringify(keysOfFile(dataDir) ?? webPush.generateVAPIDKeys()));
  const kept = await secrets.getOrAdd('push keys', make, { replaceable: !anyAccount });
  return z.parse(Keys, JSON.parse(kept.toString()));
}

/**
 * The Authorization header for a push service, renewed every six hours: signing is the most expensive part of a push.
 */
export function vapidHeaders({ subject, publicKey, privateKey }: Vapid, clock: () => number) {
  const kept = new Map<string, { header: string; until: number }>();
  return (endpoint: string): string => {
    const { origin } = new URL(endpoint);
    const known = kept.get(origin);
    if (known && known.until > clock()) return known.header;
    const expires = Math.floor((clock() + VALID_FOR) / SECOND);
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires);
    kept.set(origin, { header: Authorization, until: clock() + VALID_FOR / 2 });
    return Authorization;
  };
}
