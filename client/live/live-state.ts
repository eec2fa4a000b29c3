/** Which pair the page shows: the channel sends the prices of one. */
export interface LivePage {
  market: string;
  symbolName: string;
  counterEarning: boolean;
}

/** How a connection ended. */
export interface Lost {
  /** It had been live. */
  opened: boolean;
  /** What the server said of it. */
  error: string | null;
  sessionEnded: boolean;
}

/** Times are epoch ms. */
export type LiveState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'lost'; since: number }
  | { kind: 'given-up'; since: number };
