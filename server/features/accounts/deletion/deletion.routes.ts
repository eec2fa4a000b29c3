import { deleteAccount } from '#contracts/deletion.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { requireProof, serve, type Site } from '../../../http/serve.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { RouteDeps } from '../route-deps.ts';

const PASSWORD_MISSING = 'Enter your password.';

export function deletionRoutes(
  site: Site,
  {
    accounts,
    deletion,
    publicUrl,
    trustProxy,
  }: Omit<RouteDeps, 'log' | 'sharedLimits'> & { deletion: AccountDeletion },
): void {
  const cookie = sessionCookie(publicUrl);

  serve(site, deleteAccount, async ({ c, person, json: { password, cancelOrders } }) => {
    if (password !== undefined)
      await accounts.checkProof({ person, given: { password }, address: clientAddress(c, trustProxy) });
    else if ((await accounts.proofsOf(person.userId)).password)
      throw new Refusal('malformed', PASSWORD_MISSING, { issues: [{ path: 'password', message: PASSWORD_MISSING }] });
    else requireProof(person);
    await deletion.run(person, { cancelOrders });
    cookie.clear(c);
    return { deleted: true as const };
  });
}
