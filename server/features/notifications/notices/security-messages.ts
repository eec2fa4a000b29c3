import type { AuditDetails, AuditKind } from '#contracts/audit.ts';
import { isolated } from '#contracts/rules/isolated.ts';

export interface SecurityMessage {
  title: string;
  what: string;
  /** The default advice where it is left out. */
  advice?: string;
  /** Also to the linked chat. */
  toTelegram?: boolean;
  /** It announces a removal of two-factor, which its link cancels. */
  cancelable?: boolean;
}

type Compose = (details: AuditDetails) => SecurityMessage | null;

const named = (name: AuditDetails[string] | undefined) =>
  typeof name === 'string' && name ? ` “${isolated(name)}”` : '';

const text = (value: AuditDetails[string] | undefined): string => (typeof value === 'string' ? value : '');

const KEY_ADVICE =
  'If this was not you, delete the key on its exchange at once, then change your password and end the sessions that you do not know.';
const RELINK = 'Your alerts do not reach you by Telegram any more. Link it again on your account page.';

const PROVEN_BY: Partial<Record<string, string>> = {
  code: 'It was proven with the code of a mail.',
  link: 'It was proven with the link of a mail.',
  reset: 'It was proven by a password reset.',
  google: 'Google confirmed it. Your previous password no longer works: set a new one in your account.',
};
const REMOVAL = {
  advice: 'If you did not request it, cancel it: press Keep two-factor in the app or in this mail.',
  toTelegram: true,
  cancelable: true,
};

/** S-07: the notices about an account. A kind without an entry is not reported. */
const MESSAGES: Partial<Record<AuditKind, Compose>> = {
  'signed-in': ({ newDevice }) =>
    newDevice === true
      ? { title: 'New sign-in to your account', what: 'Your account was opened on a device that was not used before.' }
      : null,
  'password-changed': () => ({ title: 'Your password was changed', what: 'All other sessions were ended.' }),
  'password-reset': () => ({
    title: 'Your password was reset',
    what: 'A link that was sent to this address was used to set a new password. All sessions were ended.',
  }),
  'address-proven': ({ way, removed }) =>
    removed === 0
      ? null
      : {
          title: 'Your address is proven',
          what: `${PROVEN_BY[String(way)] ?? 'It was proven by mail.'} Sign-ins, passkeys, linked accounts and notifications that another session had set before were removed.`,
        },
  'push-device-added': () => ({
    title: 'A browser gets your notifications',
    what: 'Notifications were turned on in a browser. They end when that browser is signed out.',
    advice: 'If this was not you, change your password: it signs out every other browser and ends their notifications.',
  }),
  'two-factor-removal-asked': () => ({
    title: 'Two-factor sign-in will be removed in 24 hours',
    what: 'It was requested with a link that was sent to your e-mail address, because the authenticator app is lost.',
    ...REMOVAL,
  }),
  'two-factor-removal-near': () => ({
    title: 'Two-factor sign-in will be removed in 12 hours',
    what: 'This was requested after a password reset by mail.',
    ...REMOVAL,
  }),
  'two-factor-removed': () => ({
    title: 'Two-factor sign-in was removed',
    what: 'It was requested by mail 24 hours ago and not canceled. Your password alone opens your account now.',
    toTelegram: true,
  }),
  'two-factor-kept': () => ({
    title: 'Two-factor sign-in stays on',
    what: 'Its removal was canceled.',
    toTelegram: true,
  }),
  'two-factor-on': () => ({
    title: 'Two-factor sign-in is on',
    what: 'Signing in asks for a code of your authenticator app from now on.',
  }),
  'two-factor-off': () => ({
    title: 'Two-factor sign-in is off',
    what: 'Your password alone opens your account now.',
  }),
  'codes-guessed': () => ({
    title: 'Someone knows your password',
    what: 'Your password was entered correctly, and then 20 wrong two-factor codes. None of these attempts opened your account.',
    advice: 'If this was not you, change your password now: someone else knows it.',
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
    title: 'An API key was disabled',
    what: `The key${named(name)}${typeof market === 'string' ? ` of ${market}` : ''} places no orders from now on. ${typeof reason === 'string' ? reason : ''}`,
    advice: 'If that was not you, delete the key on the exchange now.',
  }),
  'hook-live': ({ name }) => ({
    title: 'A signal hook went live',
    what: `Signals of${named(name) || ' a hook'} are traded on from now on.`,
  }),
  'hook-token-made': ({ name }) => ({
    title: 'A signal hook got a new address',
    what: `The previous address of${named(name) || ' a hook'} works for ten more minutes.`,
  }),
  'hook-secret-made': ({ name }) => ({
    title: 'A signal hook got a new secret',
    what: `Calls of${named(name) || ' a hook'} that are signed with it are taken from now on, and with no earlier one.`,
  }),
  'hook-paused': ({ name, reason }) => ({
    title: 'A signal hook was paused',
    what: `${typeof name === 'string' ? `“${isolated(name)}” ` : 'It '}takes no signals until you let it go on. ${text(reason)}`,
    advice: 'Look at its log on the Signals page.',
    toTelegram: true,
  }),
  'signal-refused': ({ name, reason }) => ({
    title: 'A signal was not acted on',
    what: `Hook${named(name)}: ${text(reason)}`,
    advice: 'Further ones like it are listed on the Signals page, without a message, until one is acted on.',
    toTelegram: true,
  }),
  'signal-alert': ({ name, what }) => ({
    title: 'A signal came',
    what: `Hook${named(name)}: ${text(what)}`,
    advice: 'Nothing was traded.',
    toTelegram: true,
  }),
  'webhook-added': ({ host }) => ({
    title: 'Events of your account are sent to an address',
    what: `What happens with your order blocks, bots, alerts or hooks is sent to ${text(host)} from now on.`,
    advice: 'If this was not you, remove it on the Signals page and change your password.',
  }),
  'webhook-off': ({ host, reason }) => ({
    title: 'Events are not sent any more',
    what: `Nothing is sent to ${text(host)} until you switch it on again. ${text(reason)}`,
    advice: 'Its deliveries are listed on the Signals page, and can be sent again.',
    toTelegram: true,
  }),
  'token-added': ({ name, scopes }) => ({
    title: 'An API token was made',
    what: `Programs with the token${named(name)} may use your account from now on: ${text(scopes)}.`,
    advice: 'If this was not you, remove it on the account page and change your password.',
  }),
  'telegram-linked': ({ account }) => ({
    title: 'Telegram was linked',
    what: `Alerts can be sent to the Telegram account${named(account)} from now on.`,
  }),
  'telegram-unlinked': ({ reason }) => {
    const title = 'Telegram was unlinked';
    if (reason === 'blocked')
      return { title, what: 'Telegram says that you blocked the bot or deleted its chat.', advice: RELINK };
    if (reason === 'asked') return { title, what: '/unlink was sent in the linked chat.', advice: RELINK };
    return { title, what: 'Your alerts do not go to Telegram any more.' };
  },
};

export const securityMessage = (kind: AuditKind, details: AuditDetails): SecurityMessage | null =>
  MESSAGES[kind]?.(details) ?? null;
