import { ZERO } from '#contracts/rules/decimal.ts';
import { missingOf } from '../../../domain/strategies/basket/basket-facts.ts';
import { missingText as basketMissing } from '../../../domain/strategies/basket/basket-step.ts';
import type { BotDeps } from '../deps.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { basketFactsOf } from '../runs/basket-facts.ts';
import { freeOfBasket } from '../runs/basket-free.ts';
import { basketTurns } from '../runs/basket-turns.store.ts';
import { levelsWithout } from '../../../domain/strategies/rounds/missing.ts';
import { booksOf } from '../present/run-books.ts';
import { missingOf as knownMissing } from '../runs/kept-of-run.ts';
import {
  amountsText,
  beyond,
  isWorthAsking,
  letGoAt,
  missingOfKey,
  missingText,
  type RunMissing,
} from '../runs/missing-of-key.ts';
import { missingStore } from '../runs/missing.store.ts';

const UNKNOWN = 'What is free on its key is not known right now. Try again in a moment.';

/**
 * C-18: what is gone from the account belongs to the basket no more, and never more than its owner knows; null once that is
 * written down.
 */
export async function goOnWithLess(deps: BotDeps, stored: StoredRun): Promise<string | null> {
  const { run, assets } = stored;
  const key = await deps.keys.byId(run.userId, run.keyId);
  const facts = basketFactsOf(stored);
  const free = key && (await freeOfBasket(deps, { userId: run.userId, key, facts }));
  if (!free) return UNKNOWN;
  const short = missingOf(facts, free);
  if (short.length === 0) return null;
  const turns = basketTurns(deps.db);
  const asked = basketMissing(short);
  if (asked !== run.reason) {
    await turns.ask(run, { text: asked, now: deps.clock() });
    return asked;
  }
  const missing = short.map(({ number, held, free: has }) => ({ number, amount: held.minus(has).toFixed() }));
  const named = missing.map(
    ({ number, amount }) => `${amount} ${assets.find((each) => each.number === number)?.asset ?? ''}`,
  );
  const text = `Goes on with what is left, without ${named.join(', ')}.`;
  await turns.take(run, missing, { text, now: deps.clock() });
  return null;
}

const NO_PRICE = 'The price is not known right now. Try again in a moment.';
const NOTHING_LEFT = 'With what is left, none of its levels can go on. Stop it.';
const LATER = 'It has changed just now. Look again.';

/** What becomes of a press: it goes on, or a sentence says why not. */
type Pressed = { outcome: 'goes-on' } | { outcome: 'nothing-missing' } | { outcome: 'refused'; error: string };
const refused = (error: string): Pressed => ({ outcome: 'refused', error });

async function letGo(deps: BotDeps, missing: RunMissing): Promise<Pressed> {
  const { stored, pair } = missing;
  const books = booksOf(deps, stored);
  const last = books?.context.last;
  if (!books || !last) return refused(NO_PRICE);
  const isOfRounds = stored.run.engine === 'rounds' && books.facts.begun;
  const { givesUp, goesOn } = isOfRounds
    ? levelsWithout(missing, books.facts, books.context)
    : { givesUp: [], goesOn: 1 };
  if (goesOn === 0) return refused(NOTHING_LEFT);
  const levels = givesUp.length === 0 ? '' : ` ${levelsText(givesUp)} given up.`;
  const text = `Goes on with what is left, without ${amountsText(missing, pair)}.${levels}`;
  const note = { text, now: deps.clock(), givesUp };
  const isDone = await missingStore(deps.db).goOn(stored.run, letGoAt(stored.run, missing, last), note);
  return isDone ? { outcome: 'goes-on' } : refused(LATER);
}

const levelsText = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Level ${numbers[0]} is` : `Levels ${numbers.join(', ')} are`;

/** C-18: a run goes on without what is gone, never without more than its owner knows. */
export async function goOnWithout(deps: BotDeps, stored: StoredRun): Promise<Pressed> {
  const { run } = stored;
  const known = knownMissing(stored);
  const key = await deps.keys.byId(run.userId, run.keyId);
  const all = key && (await missingOfKey(deps, { userId: run.userId, key }));
  if (!key || !all) return known ? refused(UNKNOWN) : { outcome: 'nothing-missing' };
  const found = all.find((one) => one.stored.run.id === run.id);
  if (!found) return known ? backAgain(deps, stored) : { outcome: 'nothing-missing' };
  if (!isWorthAsking(beyond(found, known), found)) return letGo(deps, found);
  const text = missingText(found, key);
  await missingStore(deps.db).ask(found.stored.run, found, { text, now: deps.clock() });
  return refused(text);
}

/** All of it is there again. */
async function backAgain({ db, clock }: BotDeps, { run }: StoredRun): Promise<Pressed> {
  const nothing = { base: ZERO, counter: ZERO, worth: ZERO };
  const note = { text: 'Its coins and money are back on the account: it goes on.', now: clock(), givesUp: [] };
  return (await missingStore(db).goOn(run, nothing, note)) ? { outcome: 'goes-on' } : refused(LATER);
}
