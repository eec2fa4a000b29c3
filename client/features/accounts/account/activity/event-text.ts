import type { AuditDetails, AuditEvent, AuditKind } from '#contracts/audit.ts';
import { isolated } from '#contracts/rules/isolated.ts';

/** Title first, then further facts. */
type Describe = (details: AuditDetails) => (string | null)[];

type Detail = AuditDetails[string] | undefined;
const text = (value: Detail): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** A number with its thousands apart; null where there is none. */
const amount = (value: Detail): string | null =>
  text(value)?.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')) ?? null;
const quoted = (value: Detail): string => (text(value) ? ` “${isolated(String(value))}”` : '');
const market = (value: Detail): string | null => text(value)?.toUpperCase() ?? null;

const WAYS: Record<string, string> = { passkey: 'with a passkey', google: 'with Google' };
const FIELDS: Record<string, string> = { username: 'Name', telegram: 'Telegram name', iconIdx: 'Photo' };
const UNLINKED: Record<string, string> = {
  blocked: 'Telegram says that the bot was blocked',
  stopped: 'by /stop in the chat',
  asked: 'by /unlink in the chat',
};
const REFUSED: Record<string, string> = { password: 'wrong password', code: 'wrong code' };

const methodOf = ({ way }: AuditDetails): string | null => WAYS[String(way)] ?? null;
const side = (value: Detail): string => (value === 'sell' ? 'Sell' : 'Buy');
const deal = ({ pair, side: which }: AuditDetails): string => `${side(which)} ${text(pair) ?? ''}`.trim();
const counterOf = ({ pair }: AuditDetails): string => text(pair)?.split('/')[1] ?? '';
const targets = ({ takeProfit, stopLoss }: AuditDetails): string | null => {
  const set = [
    text(takeProfit) && `take profit ${amount(takeProfit)}`,
    text(stopLoss) && `stop loss ${amount(stopLoss)}`,
  ];
  return set.filter(Boolean).join(', ') || null;
};

function sizeOf({ multiplier, ceiling, fixed }: AuditDetails): string | null {
  const size = text(fixed) ? `copies ${amount(fixed)} USDT` : text(multiplier) ? `copies × ${multiplier}` : null;
  return size && text(ceiling) ? `${size}, at most ${amount(ceiling)} USDT` : size;
}

function changeOf(details: AuditDetails): string | null {
  const { name, groupName, inProcess, added, removed, repeatOutside } = details;
  if (text(name)) return `named${quoted(name)}`;
  if (text(groupName)) return `group named${quoted(groupName)}`;
  if (typeof inProcess === 'boolean') return inProcess ? 'copying switched on' : 'copying switched off';
  if (text(added)) return 'copy keys added to its group';
  if (text(removed)) return 'copy keys taken out of its group';
  if (typeof repeatOutside === 'boolean')
    return repeatOutside ? 'trades made on the exchange are copied' : 'trades made on the exchange are not copied';
  return sizeOf(details);
}

const PROVEN: Partial<Record<string, string>> = {
  code: 'with a mailed code',
  link: 'with a mailed link',
  reset: 'by a password reset',
  google: 'by Google',
};

const LOSS_KINDS: Record<string, string> = {
  'day-percent': '% in a day',
  'day-usdt': ' USDT in a day',
  'fall-percent': '% below the highest value',
};

const DESCRIPTIONS: Record<AuditKind, Describe> = {
  'signed-up': () => ['Signed up'],
  'signed-in': (details) => ['Signed in', methodOf(details), details['newDevice'] === true ? 'new device' : null],
  'sign-in-refused': ({ reason }) => ['Sign-in refused', REFUSED[String(reason)] ?? null],
  'signed-out': () => ['Signed out'],
  'session-ended': () => ['A device was signed out'],
  'password-changed': () => ['Password changed'],
  'password-reset': () => ['Password reset by a mailed link'],
  'address-proven': ({ way }) => ['E-mail address proven', PROVEN[String(way)] ?? null],
  'two-factor-on': () => ['Two-factor sign-in turned on'],
  'two-factor-off': () => ['Two-factor sign-in turned off'],
  'two-factor-removal-asked': () => ['Removal of two-factor requested', 'after a reset by mail'],
  'two-factor-removal-near': () => ['Two-factor is removed in 12 hours'],
  'two-factor-removed': () => ['Two-factor removed', 'as requested by mail'],
  'two-factor-kept': () => ['Removal of two-factor canceled'],
  'recovery-codes-made': () => ['New recovery codes made'],
  'recovery-code-used': ({ left }) => ['Recovery code used', typeof left === 'number' ? `${left} left` : null],
  'codes-guessed': () => ['Many wrong codes were tried with your password'],
  'passkey-added': ({ name }) => [`Passkey${quoted(name)} added`],
  'passkey-removed': ({ name }) => [`Passkey${quoted(name)} removed`],
  'google-linked': ({ email }) => ['Google linked', text(email)],
  'google-unlinked': () => ['Google unlinked'],
  'profile-changed': ({ field }) => [`${FIELDS[String(field)] ?? 'Profile'} changed`],
  'telegram-linked': ({ account }) => ['Telegram linked', text(account)],
  'telegram-unlinked': ({ reason }) => ['Telegram unlinked', UNLINKED[String(reason)] ?? null],
  'bots-stopped': ({ bots }) => [
    typeof bots === 'number' && bots > 1 ? `${bots} bots were stopped` : 'A bot was stopped',
    'by /stop in Telegram',
  ],
  'push-device-added': () => ['Notifications turned on'],
  'push-device-removed': () => ['Notifications turned off'],
  'data-exported': ({ format }) => ['Data downloaded', text(format)?.toUpperCase() ?? null],
  'key-added': ({ name, market: of }) => [`API key${quoted(name)} added`, market(of)],
  'key-changed': (details) => ['API key changed', changeOf(details)],
  'key-removed': ({ name, market: of }) => [`API key${quoted(name)} removed`, market(of)],
  'key-disabled': ({ name, market: of, reason }) => [`API key${quoted(name)} disabled`, market(of), text(reason)],
  'key-enabled': ({ name, market: of }) => [`API key${quoted(name)} enabled`, market(of)],
  'main-key-changed': () => ['Active API key changed'],
  'order-placed': (details) => [
    details['unsure'] === true ? 'Order sent, no answer received' : 'Order placed',
    `${deal(details)} for ${amount(details['total']) ?? '—'} ${counterOf(details)} at ${amount(details['price']) ?? '—'}`,
    targets(details),
  ],
  'targets-changed': (details) => ['Targets changed', deal(details), targets(details) ?? 'none'],
  'block-closed': (details) => ['Deal closed', deal(details)],
  'blocks-joined': (details) => ['Deals joined into one', deal(details)],
  'block-split': (details) => ['Deal split', deal(details)],
  'order-changed': (details) => ['Order changed', deal(details), `price ${amount(details['price'])}`],
  'part-closed': (details) => ['Part of a deal closed', deal(details), amount(details['quantity'])],
  'block-removed': (details) => ['Order removed', deal(details)],
  'copy-retried': (details) => [`Copy${quoted(details['name'])} retried`, deal(details)],
  'trading-off': ({ by }) => ['Trading stopped', by === 'operator' ? 'by the operator' : null],
  'limits-changed': ({ perOrder, perDay }) => [
    'Order limits changed',
    `${amount(perOrder)} USDT an order, ${amount(perDay)} USDT a day`,
  ],
  'loss-limit-changed': ({ kind, most }) =>
    kind === null ? ['Loss limit removed'] : ['Loss limit set', `${amount(most)}${LOSS_KINDS[String(kind)] ?? ''}`],
  'loss-limit-reached': ({ name, lost }) => [`Loss limit${quoted(name)} reached`, `${amount(lost)} USDT lost`],
  'hook-added': ({ name }) => [`Signal hook${quoted(name)} made`],
  'hook-changed': ({ name }) => [`Signal hook${quoted(name)} changed`],
  'hook-removed': ({ name }) => [`Signal hook${quoted(name)} removed`],
  'hook-token-made': ({ name }) => [`Signal hook${quoted(name)} got a new address`],
  'hook-secret-made': ({ name }) => [`Signal hook${quoted(name)} got a new secret`],
  'hook-live': ({ name }) => [`Signal hook${quoted(name)} went live`],
  'hook-dry': ({ name }) => [`Signal hook${quoted(name)} set to dry run`],
  'hook-paused': ({ name, reason }) => [`Signal hook${quoted(name)} paused`, text(reason)],
  'signal-acted': ({ name, what }) => [`Signal of${quoted(name)} acted on`, text(what)],
  'signal-refused': ({ name, reason }) => [`Signal of${quoted(name)} not acted on`, text(reason)],
  'signal-alert': ({ name, what }) => [`Signal of${quoted(name)}`, text(what)],
  'webhook-added': ({ host }) => ['Events are sent to an address', text(host)],
  'webhook-changed': ({ host }) => ['Address for events changed', text(host)],
  'webhook-removed': ({ host }) => ['Address for events removed', text(host)],
  'webhook-secret-made': ({ host }) => ['Address for events got a new secret', text(host)],
  'webhook-off': ({ host, reason }) => ['Events are not sent any more', text(host), text(reason)],
  'token-added': ({ name, scopes }) => [`API token${quoted(name)} made`, text(scopes)],
  'token-removed': ({ name }) => [`API token${quoted(name)} removed`],
  'trading-on': ({ by }) => ['Trading allowed again', by === 'operator' ? 'by the operator' : null],
};

/** 'Signed in', then ['with a passkey', 'Chrome on Linux', '127.0.0.1']. */
export function eventText({ kind, details }: AuditEvent): { title: string; facts: string[] } {
  const [title = kind, ...known] = DESCRIPTIONS[kind](details);
  const where = [text(details['device']), text(details['address'])];
  return { title: title ?? kind, facts: [...known, ...where].filter((part) => part !== null) };
}
