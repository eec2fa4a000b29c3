/** Bounds of a listing: ids and times are inclusive, UTC epoch ms. */
export interface Listing {
  apiKey: string;
  symbol: string;
  fromId?: number;
  orderId?: number;
  startTime?: number;
  endTime?: number;
  limit: number;
}

/** With a start the oldest rows come first; without one the most recent are listed. */
export const isForward = (of: Pick<Listing, 'fromId' | 'startTime'>) =>
  of.fromId !== undefined || of.startTime !== undefined;
export const oldestFirst = <Row>(rows: Row[], of: Pick<Listing, 'fromId' | 'startTime'>): Row[] =>
  isForward(of) ? rows : rows.toReversed();
