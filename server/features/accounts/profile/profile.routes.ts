import { changeProfile } from '#contracts/profile.ts';
import { requireProof, serve, type Site } from '../../../http/serve.ts';
import { requestContext } from '../../../http/request-origin.ts';
import type { Accounts } from '../index.ts';
import { checkNewPassword } from '../new-password/password-refusal.ts';

interface Deps {
  profile: Accounts['profile'];
  trustProxy: boolean;
}

export function profileRoutes(site: Site, { profile, trustProxy }: Deps): void {
  serve(site, changeProfile, async ({ c, person, json: { password, passwordConfirmation, ...field } }) => {
    if (password === undefined) return profile.change(person.userId, field);
    checkNewPassword(person.email, { password, passwordConfirmation });
    requireProof(person);
    return profile.changePassword(person, password, requestContext(c, trustProxy));
  });
}
