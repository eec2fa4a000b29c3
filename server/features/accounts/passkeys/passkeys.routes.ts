import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
} from '#contracts/passkeys.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { sessionStarter } from '../sign-in/start-session.ts';
import type { RouteDeps } from '../route-deps.ts';

export function passkeysRoutes(site: Site, { accounts, publicUrl, trustProxy, sharedLimits }: RouteDeps): void {
  const { passkeys } = accounts;
  const challenges = sharedLimits.perNetwork({ name: 'passkey challenges', most: 60, windowMs: 5 * MINUTE });
  const startSession = sessionStarter({ accounts, publicUrl, trustProxy });

  serve(site, listPasskeys, async ({ person }) => ({
    passkeys: (await passkeys.list(person.userId)).map(({ id, name, createdAt, usedAt, backedUp }) => ({
      id,
      name,
      createdAt,
      usedAt,
      synced: backedUp,
    })),
  }));

  serve(site, beginPasskey, async ({ person }) => ({ options: { ...(await passkeys.begin(person)) } }));

  serve(site, addPasskey, async ({ person, json }) => ({ id: await passkeys.add(person.userId, json) }));

  serve(site, removePasskey, async ({ person, params }) => {
    await passkeys.remove(person.userId, params.id);
    return { removed: true as const };
  });

  serve(site, challengePasskey, async ({ c }) => {
    await challenges.take({ address: clientAddress(c, trustProxy) }, 'Too many attempts.');
    return { options: { ...(await passkeys.challenge()) } };
  });

  serve(site, signInByPasskey, async ({ c, json }) => {
    const userId = await passkeys.check(json.passkey);
    if (userId === null) return { authorized: false };
    const holds = () => passkeys.has(userId, json.passkey.id);
    await startSession(c, { userId, way: 'passkey', remember: json['remember-me'] ?? false, holds });
    return { authorized: true };
  });
}
