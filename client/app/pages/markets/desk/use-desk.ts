import { useMedia } from '../../../../lib/use-media.ts';

export interface Desk {
  /** How many of watchlist and order book stand beside the chart. */
  sides: 'none' | 'one' | 'both';
}

export const DESK = '(width >= 1200px) and (height >= 640px)';

/** Panes that fill the screen, where there is room for them; null otherwise. */
export function useDesk(): Desk | null {
  const isDesk = useMedia(DESK);
  const one = useMedia('(width >= 1400px)');
  const both = useMedia('(width >= 1760px)');
  if (!isDesk) return null;
  return { sides: both ? 'both' : one ? 'one' : 'none' };
}
