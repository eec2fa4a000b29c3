import { checkRecovery, resetPassword, restorePassword } from '#contracts/recovery.ts';
import { emailFault } from '#contracts/rules/sign-up.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { whence } from '../../../http/whence.ts';
import { Refusal } from '../../../lib/errors.ts';
import { emailKey } from '../sign-up.ts';
import type { Recovery } from './password-recovery.ts';

interface Needs {
  recovery: Recovery;
  trustProxy: boolean;
}

export function recoveryRoutes(site: Site, { recovery, trustProxy }: Needs): void {
  serve(site, resetPassword, async ({ c, json: { userEmail } }) => {
    const fault = emailFault(userEmail);
    if (fault) throw new Refusal('malformed', fault, { issues: [{ path: 'userEmail', message: fault }] });
    recovery.ask(emailKey(userEmail), whence(c, trustProxy));
    return true;
  });
  serve(site, checkRecovery, ({ json }) => recovery.check(json.passwordUrlHash));
  serve(site, restorePassword, ({ c, json }) => recovery.restore(json, whence(c, trustProxy)));
}
