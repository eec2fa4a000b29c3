/** A pair on which no orders are placed now, as a sentence speaks of it. */
export interface Halt {
  /** 'XRP/USDT'. */
  pair: string;
  /** 'Binance'. */
  market: string;
  /** `cancel-only`: orders that are open can be canceled. */
  status: 'cancel-only' | 'halted';
  /** 'since 20:15', or '' where that is not known. */
  since: string;
}

/** That a pair does not trade; what follows from it comes after. */
export function haltText({ pair, market, status, since }: Halt): string {
  const when = since === '' ? ' at the moment' : ` ${since}`;
  return status === 'cancel-only'
    ? `${market} takes no new orders for ${pair}${when}: open orders can be canceled.`
    : `${pair} is halted on ${market}${when}: no orders are placed there.`;
}
