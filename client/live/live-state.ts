/** The pair of the page; the channel sends the prices of one pair. */
export interface LivePage {
  market: string;
  symbolName: string;
  counterEarning: boolean;
}

export interface Lost {
  /** Whether the connection had been established. */
  opened: boolean;
  /** Error message from the server. */
  error: string | null;
  sessionEnded: boolean;
  /** The server process was asked to end: another one, or its successor, takes the connection. */
  restarting: boolean;
}

/** Times are epoch ms. */
export type LiveState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'lost'; since: number }
  | { kind: 'given-up'; since: number };
