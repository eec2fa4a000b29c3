import type { OrderBlock } from '../order-block.ts';
import { type BlockState, OVER_STATES } from './block-state.ts';

type Part = Pick<
  OrderBlock,
  | 'status'
  | 'statusReason'
  | 'protection'
  | 'protectionReason'
  | 'interference'
  | 'firstFilledQuantity'
  | 'inGroup'
  | 'connectorName'
>;

const OVER = new Set<BlockState>(OVER_STATES);
const isOver = ({ status }: Pick<Part, 'status'>): boolean => OVER.has(status);

/** It holds something, and neither the exchange nor this server would sell it where the price turns. */
export const isUnprotected = (part: Pick<Part, 'status' | 'protection' | 'firstFilledQuantity'>): boolean =>
  !isOver(part) &&
  (part.protection === 'unprotected' || (part.protection === 'none' && part.firstFilledQuantity.gt(0)));

/** A copy that was not placed, or stopped with a reason. */
const hasFailed = (part: Part): boolean =>
  part.inGroup &&
  (part.status === 'skipped' || part.status === 'rejected' || (!isOver(part) && part.statusReason !== null));

/** The most pressing first. */
export const NEEDS = ['unprotected', 'changed', 'copies'] as const;
export interface Need {
  /** `changed`: on the exchange, and its owner is asked what happens next. */
  kind: (typeof NEEDS)[number];
  /** Keys that it is about, and why, as the server says; null where it says nothing. */
  keys: string[];
  reason: string | null;
}

function needOf(kind: Need['kind'], parts: readonly Part[], reasonOf: (part: Part) => string | null): Need[] {
  if (parts.length === 0) return [];
  const reason = parts.map(reasonOf).find((text) => text !== null) ?? null;
  return [{ kind, keys: parts.map(({ connectorName }) => connectorName), reason }];
}

/** What an open block asks of its owner, by the same facts as its labels. */
export function needsOf(parts: readonly Part[]): Need[] {
  const changed = parts.filter((part) => part.interference !== null && !isOver(part));
  return [
    ...needOf('unprotected', parts.filter(isUnprotected), ({ protectionReason }) => protectionReason),
    ...needOf('changed', changed, ({ protectionReason }) => protectionReason),
    ...needOf('copies', parts.filter(hasFailed), ({ statusReason }) => statusReason),
  ];
}
