import { seal, unseal } from '../../lib/seal.ts';
import { newSigningSecret } from '../../lib/standard-webhooks.ts';
import type { WebhookDeps } from './deps.ts';
import type { WebhookRow } from './webhooks.store.ts';

type Named = Pick<WebhookRow, 'userId' | 'id'>;

const context = ({ userId, id }: Named): string => `${userId}|webhook|${id}`;

/** A new secret, as its owner sees it once and as it is stored. */
export async function madeSecret({ dataKey }: Pick<WebhookDeps, 'dataKey'>, of: Named) {
  const secret = newSigningSecret();
  return { secret, sealed: seal(await dataKey(of.userId), Buffer.from(secret), context(of)) };
}

/** The secrets that sign now: the newest first, and the one before while it still stands. */
export async function secretsOf(
  { dataKey, clock }: Pick<WebhookDeps, 'dataKey' | 'clock'>,
  row: WebhookRow,
): Promise<string[]> {
  const key = await dataKey(row.userId);
  const open = (sealed: Buffer): string => unseal(key, sealed, context(row)).toString();
  const { sealedSecret, oldSealedSecret, oldSecretUntil } = row;
  const stands = oldSealedSecret !== null && (oldSecretUntil ?? 0) > clock();
  return [open(sealedSecret), ...(stands ? [open(oldSealedSecret)] : [])];
}
