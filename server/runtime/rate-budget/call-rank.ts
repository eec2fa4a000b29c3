/** M-18: cancelling and looking up come first, then orders that end or protect a position, other orders, and what only reads. */
export type CallRank = 'urgent' | 'exit' | 'order' | 'reading';

/** The part of an address's budget that calls of a rank may use. */
export const SHARES: Readonly<Record<CallRank, number>> = { urgent: 1, exit: 0.8, order: 0.7, reading: 0.6 };

export const orderRank = ({ isExit = false }: { isExit?: boolean | undefined }): CallRank =>
  isExit ? 'exit' : 'order';

export function rankOf({ urgent, rank, method }: { urgent?: boolean; rank?: CallRank; method?: string }): CallRank {
  if (urgent) return 'urgent';
  if (rank) return rank;
  return method === 'POST' ? 'order' : 'reading';
}
