import { randomUUID } from 'node:crypto';
import { newSigningSecret } from '../../server/lib/standard-webhooks.ts';
import { type Attack, bare, opening, signed, TEXT, tokenOf } from './attacked-hooks.ts';

const NOTHING = 'There is nothing at this address.';
const at = (id: string, token: string): string => `/hook/${id}/${token}`;

/** What is answered as if there were nothing. */
export const UNKNOWN: Attack[] = [
  { what: 'a wrong token', status: 404, says: NOTHING, call: (w) => ({ path: at(w.open.hookId, 'A'.repeat(43)) }) },
  {
    what: 'the token of another hook',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, tokenOf(w.other)) }),
  },
  {
    what: 'its token in other letters',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, tokenOf(w.open).toLowerCase()) }),
  },
  {
    what: 'its token but for the last letter',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, tokenOf(w.open).slice(0, -1)) }),
  },
  {
    what: 'its token and a letter',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, `${tokenOf(w.open)}A`) }),
  },
  {
    what: 'its token twice',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, tokenOf(w.open).repeat(2)) }),
  },
  {
    what: 'a hash in the place of its token',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(w.open.hookId, Buffer.alloc(32).toString('base64url')) }),
  },
  {
    what: 'a hook that there is not',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at(randomUUID(), tokenOf(w.open)) }),
  },
  {
    what: 'an id that is none',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: at("' or 1=1 --", tokenOf(w.open)) }),
  },
  { what: 'no token', status: 404, says: NOTHING, call: (w) => ({ path: bare(w) }) },
  {
    what: 'a token in the query',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: `${bare(w)}?token=${tokenOf(w.open)}` }),
  },
  {
    what: 'a token in a header',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), headers: { authorization: `Bearer ${tokenOf(w.open)}` } }),
  },
  {
    what: 'a list of tokens in the body',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: opening(w, { secret: [tokenOf(w.open)] }) }),
  },
  {
    what: 'an empty token in the body',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: opening(w, { secret: '' }) }),
  },
  {
    what: 'another hook’s token in the body',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: opening(w, { secret: tokenOf(w.other) }) }),
  },
  { what: 'the token of before, later', status: 404, says: NOTHING, call: (w) => ({ path: w.renewed.path }) },
  { what: 'a hook that was removed', status: 404, says: NOTHING, call: (w) => ({ path: w.removed.path }) },
  { what: 'from another address than its own', status: 404, says: NOTHING, call: (w) => ({ path: w.fenced.path }) },
  {
    what: 'an address that the sender claims',
    status: 404,
    says: NOTHING,
    call: (w) => ({
      path: w.fenced.path,
      headers: { 'x-forwarded-for': '52.89.214.238', forwarded: 'for=52.89.214.238' },
    }),
  },
  {
    what: 'a signature by another secret',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: signed(w, { with: newSigningSecret() }) }),
  },
  {
    what: 'a signature of six minutes ago',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: signed(w, { ms: -360_000 }) }),
  },
  {
    what: 'a signature of six minutes ahead',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: signed(w, { ms: 360_000 }) }),
  },
  {
    what: 'a signature of another body',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: signed(w, { body: '{"action":"close"}' }) }),
  },
  {
    what: 'a signature without a time',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: { ...signed(w), 'webhook-timestamp': '' } }),
  },
  {
    what: 'a signature without an id',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: { ...signed(w), 'webhook-id': '' } }),
  },
  {
    what: 'a signature of a later time than it says',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: bare(w), body: TEXT, headers: { ...signed(w), 'webhook-timestamp': '1' } }),
  },
  {
    what: 'a signature for a hook that has no secret',
    status: 404,
    says: NOTHING,
    call: (w) => ({ path: `/hook/${w.other.hookId}`, body: TEXT, headers: signed(w) }),
  },
];
