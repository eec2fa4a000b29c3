import { Refusal } from '../../lib/errors.ts';
import type { Addresses } from './exchanges.ts';
import type { Foundation } from './foundation.ts';
import { paperServiceToken } from './paper-service.store.ts';

const ANSWER_WITHIN_MS = 10_000;
const AWAY = 'The paper exchange does not answer. Try again in a moment.';

/** The paper exchange in the process that PAPER_URL names; null outside paper mode. */
export async function reachPaperExchange({ env, db, log }: Pick<Foundation, 'env' | 'db' | 'log'>) {
  if (env.EXCHANGE_MODE !== 'paper' || !env.PAPER_URL) return null;
  const { origin } = new URL(env.PAPER_URL);
  const wsUrl = origin.replace(/^http/, 'ws');
  const addresses: Addresses = { restUrl: origin, wsUrl, wsApiUrl: `${wsUrl}/ws-api/v3` };
  const token = await paperServiceToken(db);

  async function ask(path: string): Promise<unknown> {
    try {
      const response = await fetch(`${origin}/tandem${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      if (!response.ok) throw new Error(`The paper exchange answered ${response.status}.`);
      return await response.json();
    } catch (error) {
      log.warn({ error }, 'the paper exchange could not be asked');
      throw new Refusal('unavailable', AWAY, { retryAfter: 1 });
    }
  }

  const exchange = {
    createAccount: async () => (await ask('/accounts')) as { key: string; secret: string },
    resetAccount: async (key: string) => void (await ask(`/accounts/${encodeURIComponent(key)}/reset`)),
  };
  return { addresses, exchange };
}
