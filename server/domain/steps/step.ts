import type { HandOver } from '../averaging/hand-over.ts';
import type { PlanFacts } from '../exit-plan/plan-facts.ts';
import type { DesiredExits } from '../exits/plan-exits.ts';
import type { Placing } from '../exits/slice-steps.ts';
import type { Intent, MarketContext, OrderFact, Position } from '../position/position.ts';

/** The one next thing to do about a position. Whatever it needs done first comes first; `null` is nothing. */
export type Step =
  | { do: 'note-stop' }
  | { do: 'note-facts'; facts: PlanFacts }
  | { do: 'place-entry' }
  | { do: 'keep-entry'; because: string }
  | { do: 'send-planned'; orders: OrderFact[] }
  /** Planned, and not to be sent any more. */
  | { do: 'drop'; orders: OrderFact[]; because: string }
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  | ({ do: 'place' } & Placing)
  | { do: 'finish'; how: Ending }
  | HandOver
  | null;
/** What an order, or the end of a position, comes of. */
export type OrderStep = Exclude<NonNullable<Step>, { do: 'hand-over' | 'stay' }>;
export type Ending = 'take-profit' | 'stop-loss' | 'closed' | 'removed' | 'rejected' | 'released';

/** A position with all that a rule decides by. */
export interface View {
  position: Position;
  intent: Intent;
  marketContext: MarketContext;
  plan: DesiredExits;
}
/** One rule: what it says is done, or `undefined` where it has nothing to say. */
export type Rule = (view: View) => Step | undefined;

/** For now nothing is to be done, whatever later rules say. */
export const NOTHING = null;
