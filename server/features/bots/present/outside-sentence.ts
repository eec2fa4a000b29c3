import type { LevelView } from '../../../domain/strategies/rounds/run-facts.ts';

/** outside its lines a run only waits. */
export function outsideSentence(side: 'under' | 'above', views: readonly LevelView[]): string {
  if (side === 'above') return 'The price is above the highest line: it waits.';
  const holding = views.filter(
    ({ of, state }) => of.off !== 'replaced' && of.off !== 'given-up' && state.held.gt(0),
  ).length;
  const hold = holding === 1 ? '1 level holds coins and waits' : `${holding} levels hold coins and wait`;
  return `The price is under the lowest line: ${hold}.`;
}
