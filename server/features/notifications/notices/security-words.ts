import type { AuditDetails, AuditKind } from '#contracts/audit.ts';

export interface Words {
  title: string;
  what: string;
  /** What to do about it; the usual advice where it is left out. */
  advice?: string;
}

type Say = (details: AuditDetails) => Words | null;

const named = (name: AuditDetails[string] | undefined) => (typeof name === 'string' && name ? ` “${name}”` : '');

const KEY_ADVICE =
  'If this was not you, delete the key on its exchange at once, then change your password and end the sessions that you do not know.';
const RELINK = 'Your alerts do not reach you by Telegram any more. Link it again on your account page.';

/** S-07: what a person is told of their account, in plain words. A kind that is not here is no news. */
const WORDS: Partial<Record<AuditKind, Say>> = {
  'signed-in': ({ newDevice }) =>
    newDevice === true
      ? { title: 'New sign-in to your account', what: 'Somebody signed in on a device that was not used before.' }
      : null,
  'password-changed': () => ({ title: 'Your password was changed', what: 'All other sessions were ended.' }),
  'password-reset': () => ({
    title: 'Your password was reset',
    what: 'A link that was sent to this address was used to set a new password. All sessions were ended.',
  }),
  'two-factor-on': () => ({
    title: 'Two-factor sign-in is on',
    what: 'Signing in asks for a code of your authenticator app from now on.',
  }),
  'two-factor-off': () => ({
    title: 'Two-factor sign-in is off',
    what: 'Your password alone opens your account now.',
  }),
  'recovery-code-used': () => ({
    title: 'A recovery code was used',
    what: 'A recovery code was used in place of a code of your authenticator app. It does not work again.',
  }),
  'passkey-added': ({ name }) => ({
    title: 'A passkey was added',
    what: `The passkey${named(name)} opens your account from now on.`,
  }),
  'passkey-removed': ({ name }) => ({
    title: 'A passkey was removed',
    what: `The passkey${named(name)} does not open your account any more.`,
  }),
  'google-linked': () => ({
    title: 'Google was linked',
    what: 'Your account can be opened with a Google account from now on.',
  }),
  'google-unlinked': () => ({
    title: 'Google was unlinked',
    what: 'Your account cannot be opened with Google any more.',
  }),
  'key-added': ({ name, market }) => ({
    title: 'An API key was added',
    what: `The key${named(name)}${typeof market === 'string' ? ` of ${market}` : ''} can be traded with from your account.`,
    advice: KEY_ADVICE,
  }),
  'key-removed': ({ name, market }) => ({
    title: 'An API key was removed',
    what: `The key${named(name)}${typeof market === 'string' ? ` of ${market}` : ''} is not in your account any more.`,
  }),
  'key-disabled': ({ name, market, reason }) => ({
    title: 'An API key is not used any more',
    what: `The key${named(name)}${typeof market === 'string' ? ` of ${market}` : ''} places no orders from now on. ${typeof reason === 'string' ? reason : ''}`,
    advice: 'If that was not you, delete the key on the exchange now.',
  }),
  'telegram-linked': ({ account }) => ({
    title: 'Telegram was linked',
    what: `Alerts can be sent to the Telegram account${named(account)} from now on.`,
  }),
  'telegram-unlinked': ({ reason }) => {
    const title = 'Telegram was unlinked';
    if (reason === 'blocked')
      return { title, what: 'Telegram says that you blocked the bot or deleted its chat.', advice: RELINK };
    if (reason === 'stopped') return { title, what: 'Somebody wrote /stop in the linked chat.', advice: RELINK };
    return { title, what: 'Your alerts do not go to Telegram any more.' };
  },
};

export const wordsOf = (kind: AuditKind, details: AuditDetails): Words | null => WORDS[kind]?.(details) ?? null;
