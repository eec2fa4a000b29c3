import * as z from 'zod/mini';
import type { Credentials, KeyCheck, KeyFault, KeyRight, Rejection } from '../exchange.ts';
import { NOT_SENT } from '../refusals.ts';
import type { Rest } from '../ccxt/rest/rest.ts';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

const Permissions = z.object({ can_view: z.boolean(), can_trade: z.boolean(), can_transfer: z.boolean() });

/** Coinbase has one answer for a wrong key, a wrong secret and a foreign address: the sentence names all three. */
const SENTENCES: Record<Exclude<KeyFault, 'wrong-ip'>, string> = {
  'wrong-key':
    "Coinbase does not accept this key: its name, its private key or our address is wrong. Copy both again, whole, and look at the key's allowed addresses.",
  'wrong-secret': 'This is no private key of Coinbase. Copy it whole, from -----BEGIN to the last -----.',
  'no-spot': 'This key may not trade. Give it the permissions View and Trade on Coinbase.',
  'can-withdraw':
    'This key may transfer funds. Take the permission Transfer away on Coinbase: Tandem takes only keys that cannot.',
  unreachable: 'Coinbase could not be asked about this key. Try again in a moment.',
};

const fault = (name: keyof typeof SENTENCES, rights: KeyRight[] = []): KeyCheck => ({
  ok: false,
  fault: name,
  sentence: SENTENCES[name],
  rights,
});

const rightsOf = (may: z.output<typeof Permissions>): KeyRight[] => [
  { box: 'View', isOn: may.can_view, wanted: 'on', why: 'to see balances and orders' },
  { box: 'Trade', isOn: may.can_trade, wanted: 'on', why: 'to place and cancel orders' },
  { box: 'Transfer', isOn: may.can_transfer, wanted: 'off', why: 'no one may take funds out' },
];

function refusedBy({ code }: Rejection): KeyCheck {
  if (code === NOT_SENT) return fault('wrong-secret');
  if (code === UNAUTHORIZED) return fault('wrong-key');
  return fault(code === FORBIDDEN ? 'no-spot' : 'unreachable');
}

/** Fails closed: a key whose rights cannot be read is not taken. */
export async function checkKey(rest: Rest, credentials: Credentials): Promise<KeyCheck> {
  const call = { path: 'brokerage/key_permissions', urgent: true, answer: Permissions };
  const may = await rest.ask(call, credentials);
  if (may.outcome === 'rejected') return refusedBy(may);
  if (may.outcome === 'unknown') return fault('unreachable');
  const rights = rightsOf(may.value);
  if (may.value.can_transfer) return fault('can-withdraw', rights);
  return may.value.can_view && may.value.can_trade ? { ok: true, rights } : fault('no-spot', rights);
}
