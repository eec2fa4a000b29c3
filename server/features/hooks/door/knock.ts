import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../lib/errors.ts';
import { isSigned, type SignedHeaders } from '../../../lib/standard-webhooks.ts';
import { tokenHash } from '../../../lib/token.ts';
import { plainAddress } from '../../../lib/network-of.ts';
import { templateOf } from '../template.ts';
import { type HookRow, hookAt } from '../hooks.store.ts';
import type { HookDeps } from '../deps.ts';
import { secretOf } from '../secret.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_HASH = Buffer.alloc(32);

export interface Caller {
  hookId: string;
  /** As given in the path or in the body; null where neither has one. */
  token: string | null;
  /** How it is signed; null where it is not. */
  signed: (SignedHeaders & { body: string }) | null;
  address: string;
}

function isRight(hook: HookRow | null, token: string, now: number): boolean {
  const given = tokenHash(token);
  const current = timingSafeEqual(given, hook?.tokenHash ?? NO_HASH);
  const old = timingSafeEqual(given, hook?.oldTokenHash ?? NO_HASH);
  return hook !== null && (current || (old && (hook.oldTokenUntil ?? 0) > now));
}

function isFromThere(hook: HookRow, address: string): boolean {
  const { addresses } = templateOf(hook);
  return addresses.length === 0 || addresses.some((one) => (plainAddress(one) ?? one) === address);
}

/** By its token, or where it has none by its signature. */
async function isKnown(
  deps: Pick<HookDeps, 'clock' | 'dataKey'>,
  hook: HookRow | null,
  { token, signed }: Caller,
): Promise<boolean> {
  if (token !== null) return isRight(hook, token, deps.clock());
  const secret = hook && signed && (await secretOf(deps, hook));
  return secret !== null && signed !== null && isSigned(secret, signed, deps.clock());
}

/**
 * W-3: the hook, for a caller with its token or its signature. Only wrong calls are counted: many people's senders share an address, and
 * those with the right token are never kept out by others.
 */
export async function knock(
  deps: Pick<HookDeps, 'db' | 'clock' | 'dataKey'>,
  caller: Caller,
  countWrong: (address: string) => Promise<unknown>,
): Promise<HookRow> {
  const { hookId, address } = caller;
  const hook = UUID.test(hookId) ? await hookAt(deps.db, hookId) : null;
  const isOpen = await isKnown(deps, hook, caller);
  if (hook && isOpen && isFromThere(hook, address)) return hook;
  await countWrong(address);
  throw new Refusal('not-found', 'There is nothing at this address.');
}
