import type { Context } from 'hono';
import { getFaq, sendContact } from '#contracts/support.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { serve, type Site } from '../../http/serve.ts';
import { FAQ } from './faq/index.ts';
import type { Support } from './index.ts';
import type { Sender } from './limits.ts';

export function supportRoutes(site: Site, { support, trustProxy }: { support: Support; trustProxy: boolean }): void {
  const senderOf = (c: Context<HttpEnv>): Sender => ({
    userId: c.var.person?.userId ?? null,
    address: clientAddress(c, trustProxy),
  });
  serve(site, getFaq, async () => ({ groups: FAQ }));
  site.post(sendContact.path, async (c, next) => {
    await support.admit(senderOf(c));
    await next();
  });
  serve(site, sendContact, async ({ c, form }) => {
    await support.accept(form, senderOf(c));
    return { accepted: true as const };
  });
}
