import { getUser, signUp } from '#contracts/accounts.ts';
import { LINK_NOT_VALID } from '#contracts/recovery.ts';
import { clientAddress } from '../../http/client-address.ts';
import { serve, type Site } from '../../http/serve.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { addressRoutes } from './address/address.routes.ts';
import { googleRoutes } from './google/google.routes.ts';
import type { Accounts } from './index.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { twoFactorRoutes } from './second-factor/two-factor.routes.ts';
import { confirmRoutes } from './confirm/confirm.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';

interface Deps {
  accounts: Accounts;
  clock: Clock;
  log: Log;
  publicUrl: string;
  trustProxy: boolean;
}

export function accountsRoutes(site: Site, { accounts, clock, log, publicUrl, trustProxy }: Deps): void {
  signInRoutes(site, { accounts, publicUrl, trustProxy });
  confirmRoutes(site, { accounts, publicUrl, trustProxy });
  twoFactorRoutes(site, accounts);
  addressRoutes(site, accounts);
  passkeysRoutes(site, { accounts, clock, publicUrl, trustProxy });
  googleRoutes(site, { accounts, clock, log, publicUrl, trustProxy });
  recoveryRoutes(site, { recovery: accounts.recovery, trustProxy });

  serve(site, getUser, async ({ person, query: { passwordUrlHash } }) => {
    if (passwordUrlHash !== undefined) {
      return { error: (await accounts.recovery.isValid(passwordUrlHash)) ? null : LINK_NOT_VALID };
    }
    if (!person) return {};
    const { userId: id, email, username, telegram, iconIdx, proven, twoFactorEndsAt } = person;
    return { id, email, username, telegram, iconIdx, proven, twoFactorEndsAt };
  });

  serve(site, signUp, async ({ c, json }) => {
    const { error } = await accounts.signUp(json, clientAddress(c, trustProxy));
    return { error, email: error ? null : json.email.trim() };
  });
}
