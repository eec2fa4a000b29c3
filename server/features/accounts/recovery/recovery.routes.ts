import { checkRecovery, resetPassword, restorePassword } from '#contracts/recovery.ts';
import { emailFault } from '#contracts/rules/sign-up.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { requestContext } from '../../../http/request-origin.ts';
import { Refusal } from '../../../lib/errors.ts';
import { emailKey } from '../sign-up.ts';
import type { Recovery } from './password-recovery.ts';
import type { RouteDeps } from '../route-deps.ts';

export function recoveryRoutes(
  site: Site,
  { recovery, trustProxy }: Pick<RouteDeps, 'trustProxy'> & { recovery: Recovery },
): void {
  serve(site, resetPassword, async ({ c, json: { userEmail } }) => {
    const fault = emailFault(userEmail);
    if (fault) throw new Refusal('malformed', fault, { issues: [{ path: 'userEmail', message: fault }] });
    await recovery.ask(emailKey(userEmail), requestContext(c, trustProxy));
    return true;
  });
  serve(site, checkRecovery, ({ json }) => recovery.check(json.passwordUrlHash));
  serve(site, restorePassword, ({ c, json }) => recovery.restore(json, requestContext(c, trustProxy)));
}
