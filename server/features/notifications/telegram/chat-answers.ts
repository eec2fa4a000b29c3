export interface ActiveBot {
  botId: string;
  /** 'Night grid (XRP/USDT, Grid bot), Active · running' */
  text: string;
}

/** What a linked chat can ask, in plain text and in the words of the pages. Each is about this person alone. */
export interface ChatAnswers {
  /** Of one pair; of all pairs that the person trades or watches where none is named. */
  prices(userId: string, name: string | null): Promise<string>;
  alerts(userId: string): Promise<string>;
  blocks(userId: string): Promise<string>;
  bots(userId: string): Promise<string>;
  activeBots(userId: string): Promise<ActiveBot[]>;
  /** Its orders come down and it keeps its coins. Null, or a sentence that says why not. Safe to repeat. */
  stopBot(userId: string, botId: string): Promise<string | null>;
}
