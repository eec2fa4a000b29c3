import { refusedClose } from './attempts.ts';
import { keptTargets } from './kept-targets.ts';
import type { Position, Wish } from './position.ts';

/**
 * What a position works towards: what its owner wants, but for what the exchange refused. Refused targets give way to
 * those that were there before; a close that was refused for good is over, so that the targets go back.
 */
export function desiredOf(position: Position, wish: Wish): Wish {
  const isRefused = wish.ending === 'close' && refusedClose(position) !== null;
  return { ...wish, ...(isRefused ? { ending: 'none' as const } : {}), ...keptTargets(position, wish) };
}
