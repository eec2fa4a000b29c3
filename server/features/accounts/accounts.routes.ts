import { getUser, signUp } from '#contracts/accounts.ts';
import { getAddress, proveAddress, sendProof } from '#contracts/address.ts';
import { changeProfile } from '#contracts/profile.ts';
import { LINK_NOT_VALID } from '#contracts/recovery.ts';
import { clientAddress } from '../../http/client-address.ts';
import { requestContext } from '../../http/request-origin.ts';
import { requireProof, serve, type Site } from '../../http/serve.ts';
import { googleRoutes } from './google/google.routes.ts';
import type { Accounts } from './index.ts';
import { checkNewPassword } from './new-password/password-refusal.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { twoFactorRoutes } from './second-factor/two-factor.routes.ts';
import { confirmRoutes } from './confirm/confirm.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import type { RouteDeps } from './route-deps.ts';

function addressRoutes(site: Site, { address }: Accounts): void {
  serve(site, getAddress, ({ person }) => address.state(person));
  serve(site, sendProof, ({ person }) => address.send(person));
  serve(site, proveAddress, async ({ person, json }) => ({ error: await address.prove(person, json) }));
}

function profileRoutes(site: Site, { profile }: Accounts, trustProxy: boolean): void {
  serve(site, changeProfile, async ({ c, person, json: { password, passwordConfirmation, ...field } }) => {
    if (password === undefined) return profile.change(person.userId, field);
    checkNewPassword(person.email, { password, passwordConfirmation });
    requireProof(person);
    return profile.changePassword(person, password, requestContext(c, trustProxy));
  });
}

export function accountsRoutes(site: Site, deps: RouteDeps): void {
  const { accounts, trustProxy } = deps;
  signInRoutes(site, deps);
  confirmRoutes(site, deps);
  twoFactorRoutes(site, accounts);
  addressRoutes(site, accounts);
  profileRoutes(site, accounts, trustProxy);
  passkeysRoutes(site, deps);
  googleRoutes(site, deps);
  recoveryRoutes(site, { recovery: accounts.recovery, trustProxy });

  serve(site, getUser, async ({ person, query: { passwordUrlHash } }) => {
    if (passwordUrlHash !== undefined) {
      return { error: (await accounts.recovery.isValid(passwordUrlHash)) ? null : LINK_NOT_VALID };
    }
    if (!person) return {};
    const { userId: id, email, username, telegram, iconIdx, proven, twoFactorEndsAt } = person;
    const traded = await accounts.hasTraded(id);
    return { id, email, username, telegram, iconIdx, proven, twoFactorEndsAt, traded };
  });

  serve(site, signUp, async ({ c, json }) => {
    const { error } = await accounts.signUp(json, clientAddress(c, trustProxy));
    return { error, email: error ? null : json.email.trim() };
  });
}
