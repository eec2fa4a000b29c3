import { isIP } from 'node:net';
import type { AuditDetails, AuditEvent } from '#contracts/audit.ts';
import type { PushMessage } from '#contracts/push.ts';
import { Market } from '#contracts/symbol.ts';
import type { Letter } from '../../../mail/letter.ts';
import type { Notice } from '../deliveries/queue.store.ts';
import { type SecurityMessage, securityMessage } from './security-messages.ts';

const ADVICE =
  'If this was you, there is nothing to do. If not, change your password and end the sessions that you do not know.';
/** Reasons from this server; an exchange's may contain anything. */
const OWN_REASONS = new Set<unknown>(['blocked', 'stopped']);

export interface NoticeLinks {
  publicUrl: string;
  /** A link that cancels a pending removal of two-factor. */
  keepLink: ((userId: string) => Promise<string | null>) | undefined;
}

const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Only details that no user chose: no names, no free text. */
function plain({ newDevice, way, removed, market, reason, device, address }: AuditDetails): AuditDetails {
  return {
    ...(newDevice === true ? { newDevice } : {}),
    ...(typeof way === 'string' ? { way } : {}),
    ...(typeof removed === 'number' ? { removed } : {}),
    ...(Market.safeParse(market).success ? { market: market ?? null } : {}),
    ...(OWN_REASONS.has(reason) ? { reason: reason ?? null } : {}),
    ...(typeof device === 'string' ? { device } : {}),
    ...(typeof address === 'string' && isIP(address) ? { address } : {}),
  };
}

const factsOf = ({ device, address }: AuditDetails, at: number): string =>
  [minute(at), device, address].filter((part) => typeof part === 'string' && part !== '').join(', ');

function letterOf({ title, what, advice = ADVICE }: SecurityMessage, facts: string, link: Letter['link']): Letter {
  return { title, paragraphs: [what, facts, advice], ...(link ? { link } : {}) };
}

/** Whether an event of the audit log may have a notice. */
export const hasNotice = ({ kind, details }: AuditEvent): boolean => securityMessage(kind, details) !== null;

/** The mail and push for an event of the audit log; null for kinds without a notice. */
export async function securityNotice(
  userId: string,
  { kind, details, at, seq }: AuditEvent,
  { publicUrl, keepLink }: NoticeLinks,
): Promise<Omit<Notice, 'userId' | 'now'> | null> {
  const message = securityMessage(kind, details);
  const plainDetails = plain(details);
  const plainMessage = securityMessage(kind, plainDetails);
  if (!message || !plainMessage) return null;
  const { title, what, advice = ADVICE, toTelegram = false, cancelable = false } = message;
  const facts = factsOf(details, at);
  const account = `${publicUrl}/account`;
  const cancel = cancelable ? await keepLink?.(userId) : null;
  const link = cancel ? { label: 'Keep two-factor', url: cancel } : { label: 'Open your account', url: account };
  const push: PushMessage = {
    web_push: 8030,
    notification: {
      title,
      body: `${what}\n${facts}\n${advice}`,
      navigate: account,
      tag: `notice-${seq}`,
      timestamp: at,
      requireInteraction: true,
    },
  };
  return {
    mail: letterOf(message, facts, link),
    plainMail: letterOf(plainMessage, factsOf(plainDetails, at), link),
    push,
    toTelegram,
    exceptBrowser: kind === 'push-device-added' && typeof details['browser'] === 'string' ? details['browser'] : null,
  };
}
