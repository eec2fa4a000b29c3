import { hash } from 'node:crypto';
import type { PlacedOrder } from '../../domain/strategies/rounds/run-facts.ts';

const HEX_DIGITS = 32;

/** C-13: the same attempt of the same leg always has the same id, so that it cannot be sent twice. */
export const clientOrderIdOf = (
  runId: string,
  { level, turn, leg, attempt }: Pick<PlacedOrder, 'level' | 'turn' | 'leg' | 'attempt'>,
): string => `TD${hash('sha256', `${runId} ${level} ${turn} ${leg} ${attempt}`).slice(0, HEX_DIGITS)}`;

/** R-12: of the list in which an order goes out with the one that follows it. */
export const clientListIdOf = (clientOrderId: string): string =>
  `TD${hash('sha256', `${clientOrderId} list`).slice(0, HEX_DIGITS)}`;
