import { missingOf } from '../../../domain/strategies/basket/basket-facts.ts';
import type { BotDeps } from '../deps.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { basketFactsOf } from '../runs/basket-facts.ts';
import { freeOfBasket } from '../runs/basket-free.ts';
import { basketTurns } from '../runs/basket-turns.store.ts';

/** C-18: what is gone from the account belongs to the basket no more; null once that is written down. */
export async function goOnWithLess(deps: BotDeps, stored: StoredRun): Promise<string | null> {
  const { run, assets } = stored;
  const key = await deps.keys.byId(run.userId, run.keyId);
  const facts = basketFactsOf(stored);
  const free = key && (await freeOfBasket(deps, { userId: run.userId, key, facts }));
  if (!free) return 'What is free on its key is not known right now. Try again in a moment.';
  const missing = missingOf(facts, free).map(({ number, held, free: has }) => ({
    number,
    amount: held.minus(has).toFixed(),
  }));
  if (missing.length === 0) return null;
  const named = missing.map(
    ({ number, amount }) => `${amount} ${assets.find((each) => each.number === number)?.asset ?? ''}`,
  );
  const text = `Goes on with what is left, without ${named.join(', ')}.`;
  await basketTurns(deps.db).take(run, missing, { text, now: deps.clock() });
  return null;
}
