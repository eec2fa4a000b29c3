import { mailListener } from '../doubles/mail-listener.ts';
import { mailsGoTo } from './pages/outbox.ts';
import { ownSite } from './own-site.ts';

/** A site whose mails come to this test. Each test says from which network it calls. */
export async function mailSite() {
  const mails = await mailListener();
  const site = await ownSite({ SMTP_URL: mails.url, TRUST_PROXY: 'on' });
  mailsGoTo(site.origin, async (email) => (await mails.mailTo(email, { subject: 'Prove your address' })).text ?? '');
  return {
    origin: site.origin,
    mails,
    async close() {
      await site.close();
      await mails.close();
    },
  };
}
export type MailSite = Awaited<ReturnType<typeof mailSite>>;
