/** M-18: cancelling and looking up come first, then orders, then whatever only reads. */
export type CallRank = 'urgent' | 'order' | 'reading';

/** The part of an address's budget that calls of a rank may use. */
export const SHARES: Readonly<Record<CallRank, number>> = { urgent: 1, order: 0.8, reading: 0.7 };

export function rankOf({ urgent, rank, method }: { urgent?: boolean; rank?: CallRank; method?: string }): CallRank {
  if (urgent) return 'urgent';
  if (rank) return rank;
  return method === 'POST' ? 'order' : 'reading';
}
