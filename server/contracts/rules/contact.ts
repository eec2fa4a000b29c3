import { emailFault } from './sign-up.ts';

/** Spec 9. */
export const MESSAGE_ABOVE = 5;
/** With its heading a message still fits into one of Telegram. */
export const MESSAGE_LONGEST = 3_000;
export const PHOTO_BYTES = 5 * 1024 * 1024;
const REPLY_LONGEST = 254;

const HANDLE = /^@?\w{4,32}$/;

export function messageFault(message: string): string | null {
  const { length } = message.trim();
  if (length <= MESSAGE_ABOVE) return `Write more than ${MESSAGE_ABOVE} characters.`;
  if (length <= MESSAGE_LONGEST) return null;
  const [most, has] = [MESSAGE_LONGEST, length].map((count) => count.toLocaleString('en'));
  return `A message has at most ${most} characters, this one has ${has}.`;
}

/** Where the answer goes: an e-mail address, or a Telegram name where that is the way. */
export function replyFault(channel: 'telegram' | 'email', replyTo: string): string | null {
  if (replyTo.length > REPLY_LONGEST) return `At most ${REPLY_LONGEST} characters.`;
  const fault = emailFault(replyTo);
  if (channel === 'email' || fault === null) return fault;
  return HANDLE.test(replyTo.trim()) ? null : 'Enter your Telegram name, such as @ada_l, or an e-mail address.';
}
