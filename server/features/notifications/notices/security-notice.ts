import type { AuditEvent } from '#contracts/audit.ts';
import type { PushMessage } from '#contracts/push.ts';
import type { Letter } from '../../../mail/letter.ts';
import { wordsOf } from './security-words.ts';

const ADVICE =
  'If this was you, there is nothing to do. If not, change your password and end the sessions that you do not know.';

const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What an event of the audit log is told as, by mail and by push; null when it is no news. */
export function securityNotice(
  { kind, details, at, seq }: AuditEvent,
  publicUrl: string,
): { mail: Letter; push: PushMessage } | null {
  const words = wordsOf(kind, details);
  if (!words) return null;
  const { title, what, advice = ADVICE } = words;
  const where = [details['device'], details['address']].filter((part) => typeof part === 'string' && part !== '');
  const facts = [minute(at), ...where].join(', ');
  const account = `${publicUrl}/account`;
  return {
    mail: { title, paragraphs: [what, facts, advice], link: { label: 'Open your account', url: account } },
    push: {
      web_push: 8030,
      notification: {
        title,
        body: `${what}\n${facts}\n${advice}`,
        navigate: account,
        tag: `notice-${seq}`,
        timestamp: at,
        requireInteraction: true,
      },
    },
  };
}
