import { seal, unseal } from '../../lib/seal.ts';
import { newSigningSecret } from '../../lib/standard-webhooks.ts';
import type { HookDeps } from './deps.ts';
import type { HookRow } from './hooks.store.ts';

const context = ({ userId, id }: HookRow): string => `${userId}|hook|${id}`;

/** A new secret, as its owner sees it once and as it is stored. */
export async function madeSecret({ dataKey }: Pick<HookDeps, 'dataKey'>, hook: HookRow) {
  const secret = newSigningSecret();
  return { secret, sealed: seal(await dataKey(hook.userId), Buffer.from(secret), context(hook)) };
}

/** The secret of a hook; null where none was made. */
export async function secretOf({ dataKey }: Pick<HookDeps, 'dataKey'>, hook: HookRow): Promise<string | null> {
  const { sealedSecret } = hook;
  return sealedSecret && unseal(await dataKey(hook.userId), sealedSecret, context(hook)).toString();
}
