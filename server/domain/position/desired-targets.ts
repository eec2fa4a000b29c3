import { refusedClose } from './attempts.ts';
import { factsOf } from '../exit-plan/plan-facts.ts';
import { NO_EXITS } from './exits.ts';
import { followedIntent } from './followed-deal.ts';
import { keptPlan } from './kept-plan.ts';
import { keptTargets } from './kept-targets.ts';
import type { Position, Intent } from './position.ts';

/** What was asked for a position, in its block and for itself. */
export interface IntentSources {
  block: Intent;
  /** The main key's part of a deal that its owner makes directly on the exchange; null where this part follows none. */
  followed: Position | null;
  /** Asked of this part alone. */
  ending: Intent['ending'];
  /** Its targets were taken off by its owner, of this part alone. */
  ignoresTargets: boolean;
}

/** What a position works towards: the intent of its block, of the deal that it follows and of itself. */
export function desiredTargets(position: Position, { block, followed, ending, ignoresTargets }: IntentSources): Intent {
  const asked = followed ? followedIntent(block, followed) : block;
  const intent = ending === 'none' ? asked : { ...asked, ending };
  return desiredOf(position, ignoresTargets ? { ...intent, ...NO_EXITS } : intent);
}

/**
 * What a position works towards: what its owner wants, but for what the exchange refused. Refused targets give way to
 * those that were there before; a close that was refused for good is over, so that the targets go back.
 */
export function desiredOf(position: Position, asked: Intent): Intent {
  const planned = { ...asked, ...keptPlan(position, asked) };
  // EX-10: its time was up.
  const isTimeUp = factsOf(position, planned.plan ?? 0).timed?.did === 'close';
  const intent = isTimeUp ? { ...planned, ending: 'close' as const } : planned;
  const isRefused = intent.ending === 'close' && refusedClose(position) !== null;
  return { ...intent, ...(isRefused ? { ending: 'none' as const } : {}), ...keptTargets(position, intent) };
}
