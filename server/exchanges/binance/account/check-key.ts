import * as z from 'zod/mini';
import type { Answer, Credentials, KeyCheck, KeyFault, KeyRight } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';

const INVALID_SIGNATURE = -1022;
const UNKNOWN_KEY = new Set([-2014, -2008]);
/** One code for a wrong key, a foreign address and a missing permission. */
const KEY_IP_OR_PERMISSION = -2015;

const Account = z.object({ canTrade: z.boolean() });
const Restrictions = z.object({
  enableReading: z.boolean(),
  enableSpotAndMarginTrading: z.boolean(),
  enableWithdrawals: z.boolean(),
  enableInternalTransfer: z.optional(z.boolean()),
  permitsUniversalTransfer: z.optional(z.boolean()),
  ipRestrict: z.optional(z.boolean()),
});
type Account = z.output<typeof Account>;
type Restrictions = z.output<typeof Restrictions>;

const SENTENCES: Record<Exclude<KeyFault, 'wrong-ip'>, string> = {
  'wrong-key': 'Binance does not know this API key. Copy it again, whole.',
  'wrong-secret': 'The secret does not belong to this API key. Copy it again, whole.',
  'no-spot': 'This key may not trade on spot. Switch on reading and spot trading for it on Binance.',
  'can-withdraw':
    'This key may withdraw or transfer funds. Switch that off on Binance: Tandem takes only keys that cannot.',
  unreachable: 'Binance could not be asked about this key. Try again in a moment.',
};

/** By the names of the boxes on Binance's page 'API Management'. */
const rightsOf = (may: Restrictions): KeyRight[] => [
  { box: 'Enable Reading', isOn: may.enableReading, wanted: 'on', why: 'to see balances and orders' },
  {
    box: 'Enable Spot & Margin Trading',
    isOn: may.enableSpotAndMarginTrading,
    wanted: 'on',
    why: 'to place and cancel spot orders',
  },
  { box: 'Enable Withdrawals', isOn: may.enableWithdrawals, wanted: 'off', why: 'no one may take funds out' },
  {
    box: 'Permits Universal Transfer',
    isOn: may.permitsUniversalTransfer === true,
    wanted: 'off',
    why: 'funds stay in the spot account',
  },
  {
    box: 'Enable Internal Transfer',
    isOn: may.enableInternalTransfer === true,
    wanted: 'off',
    why: 'funds stay in the spot account',
  },
  {
    box: 'Restrict access to trusted IPs only',
    isOn: may.ipRestrict === true,
    wanted: 'advised',
    why: 'a stolen key is worth nothing elsewhere',
  },
];

const fault = (name: keyof typeof SENTENCES, rights: KeyRight[] = []): KeyCheck => ({
  ok: false,
  fault: name,
  sentence: SENTENCES[name],
  rights,
});

const foreignAddress = (address: string): KeyCheck => ({
  ok: false,
  fault: 'wrong-ip',
  sentence: `Binance does not accept this key from our address. Add ${address} to the key's trusted IPs.`,
  address,
  rights: [],
});

const mayMoveFunds = (may: Restrictions) =>
  may.enableWithdrawals || may.enableInternalTransfer === true || may.permitsUniversalTransfer === true;

function refusalCodes(answers: readonly Answer<unknown>[]): number[] {
  return answers.flatMap((answer) => (answer.outcome === 'rejected' ? [answer.code] : []));
}

/** Our address, as the wallet side names it when it refuses. */
const addressIn = (wallet: Answer<unknown>): string | undefined =>
  wallet.outcome === 'rejected' ? /request ip: ([\da-f.:]*[\da-f])/i.exec(wallet.message)?.[1] : undefined;

/** -2015 alone says too little: whether the wallet side takes the same key, and how it refuses it, tells the three apart. */
function refusedCheck(account: Answer<Account>, wallet: Answer<Restrictions>): KeyCheck {
  const codes = refusalCodes([account, wallet]);
  if (codes.some((code) => UNKNOWN_KEY.has(code))) return fault('wrong-key');
  if (codes.includes(INVALID_SIGNATURE)) return fault('wrong-secret');
  if (!codes.includes(KEY_IP_OR_PERMISSION)) return fault('unreachable');
  if (account.outcome === 'ok' || wallet.outcome === 'ok')
    return fault('no-spot', wallet.outcome === 'ok' ? rightsOf(wallet.value) : []);
  const address = addressIn(wallet);
  return address === undefined ? fault('wrong-key') : foreignAddress(address);
}

/** Fails closed: a key whose rights cannot be read is not taken. */
export async function checkKey(rest: Rest, credentials: Credentials): Promise<KeyCheck> {
  const [account, wallet] = await Promise.all([
    rest.ask(
      { path: '/api/v3/account', params: { omitZeroBalances: 'true' }, weight: 20, answer: Account },
      credentials,
    ),
    rest.ask({ path: '/sapi/v1/account/apiRestrictions', weight: 1, answer: Restrictions }, credentials),
  ]);
  const rights = wallet.outcome === 'ok' ? rightsOf(wallet.value) : [];
  if (wallet.outcome === 'ok' && mayMoveFunds(wallet.value)) return fault('can-withdraw', rights);
  if (account.outcome !== 'ok' || wallet.outcome !== 'ok') return refusedCheck(account, wallet);
  const mayTrade = account.value.canTrade && wallet.value.enableReading && wallet.value.enableSpotAndMarginTrading;
  return mayTrade ? { ok: true, rights } : fault('no-spot', rights);
}
