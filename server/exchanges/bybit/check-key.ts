import * as z from 'zod/mini';
import type { Answer, Credentials, KeyCheck, KeyFault, KeyRight } from '../exchange.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { result } from './bybit-messages.ts';

const KeyInfo = result(
  z.object({
    readOnly: z.int(),
    ips: z.optional(z.array(z.string())),
    /** Of a key that is bound to addresses the beginning of time. */
    expiredAt: z.optional(z.string()),
    uta: z.optional(z.int()),
    permissions: z.looseObject({
      Spot: z.optional(z.array(z.string())),
      Wallet: z.optional(z.array(z.string())),
      FiatP2P: z.optional(z.array(z.string())),
      FiatBitPay: z.optional(z.array(z.string())),
    }),
  }),
);
type KeyInfo = z.output<typeof KeyInfo>;

const SENTENCES: Record<KeyFault, string> = {
  'wrong-key': 'Bybit does not know this API key. Copy it again, whole.',
  'wrong-secret': 'The secret does not belong to this API key. Copy it again, whole.',
  'wrong-ip': "Bybit does not accept this key from our address. Add our address to the key's allowed IPs.",
  'no-spot': 'This key may not trade on spot. Make it a key that reads and writes, with spot trading, on Bybit.',
  'can-withdraw':
    'This key may withdraw, transfer or pay. Switch that off on Bybit: Tandem takes only keys that cannot.',
  unreachable: 'Bybit could not be asked about this key. Try again in a moment.',
};
const CLASSIC_ACCOUNT =
  'This key belongs to a classic account. Tandem trades on unified trading accounts of Bybit only.';

/** 33004 and -2015: the key has expired. */
const FAULTS: ReadonlyMap<number, KeyFault> = new Map([
  [10003, 'wrong-key'],
  [10007, 'wrong-key'],
  [33004, 'wrong-key'],
  [-2015, 'wrong-key'],
  [10004, 'wrong-secret'],
  [10010, 'wrong-ip'],
  [10005, 'no-spot'],
]);

const fault = (name: KeyFault, of: { sentence?: string; rights?: KeyRight[] } = {}): KeyCheck => ({
  ok: false,
  fault: name,
  sentence: of.sentence ?? SENTENCES[name],
  rights: of.rights ?? [],
});

/** Seeing the list of transfers moves nothing. */
const HARMLESS = new Set(['SubMemberTransferList']);

function mayMoveFunds({ permissions: { Wallet = [], FiatP2P = [], FiatBitPay = [] } }: KeyInfo): boolean {
  return [...Wallet, ...FiatP2P, ...FiatBitPay].some((permission) => !HARMLESS.has(permission));
}

/** S-32: when a key that works from anywhere ends. */
function endOf({ expiredAt = '' }: KeyInfo): string {
  const end = new Date(expiredAt);
  return end.getTime() > 0
    ? `this one without it ends on ${end.toISOString().slice(0, 10)}`
    : 'one without it ends after three months';
}

/** By the names on Bybit's page 'API Management'. */
function rightsOf(info: KeyInfo): KeyRight[] {
  const { readOnly, permissions, ips = ['*'] } = info;
  const isTrading = permissions.Spot?.includes('SpotTrade') === true;
  return [
    { box: 'Read-Write', isOn: readOnly === 0, wanted: 'on', why: 'to place and cancel orders' },
    { box: 'Unified Trading: SPOT Trade', isOn: isTrading, wanted: 'on', why: 'to place and cancel spot orders' },
    { box: 'Assets: Withdrawal, Transfer', isOn: mayMoveFunds(info), wanted: 'off', why: 'no one may take funds out' },
    {
      box: 'Only IPs with permissions granted are allowed to access the OpenAPI',
      isOn: !ips.includes('*'),
      wanted: 'advised',
      why: `a stolen key is worth nothing elsewhere, and ${endOf(info)}`,
    },
  ];
}

/** Fails closed: a key whose rights cannot be read is not taken. */
export async function checkKey(rest: Rest, credentials: Credentials): Promise<KeyCheck> {
  const info: Answer<KeyInfo> = await rest.ask(
    { path: 'v5/user/query-api', urgent: true, answer: KeyInfo },
    credentials,
  );
  if (info.outcome === 'rejected') return fault(FAULTS.get(info.code) ?? 'unreachable');
  if (info.outcome === 'unknown') return fault('unreachable');
  const { readOnly, permissions, uta } = info.value;
  const rights = rightsOf(info.value);
  if (mayMoveFunds(info.value)) return fault('can-withdraw', { rights });
  if (readOnly !== 0 || permissions.Spot?.includes('SpotTrade') !== true) return fault('no-spot', { rights });
  return uta === 0 ? fault('no-spot', { sentence: CLASSIC_ACCOUNT, rights }) : { ok: true, rights };
}
