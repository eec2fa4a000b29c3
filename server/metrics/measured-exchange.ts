import type { Exchange } from '../exchanges/exchange.ts';

export interface ExchangeCall {
  market: string;
  call: string;
  outcome: string;
  ms: number;
}

/** The same exchange, which reports how long its order calls take. */
export function measuredExchange(exchange: Exchange, onCall: (call: ExchangeCall) => void): Exchange {
  const { market } = exchange;
  const measured =
    <Args extends unknown[], Answer extends { outcome: string }>(
      call: string,
      work: (...args: Args) => Promise<Answer>,
    ): ((...args: Args) => Promise<Answer>) =>
    async (...args) => {
      const started = performance.now();
      const answer = await work(...args);
      onCall({ market, call, outcome: answer.outcome, ms: performance.now() - started });
      return answer;
    };
  return {
    ...exchange,
    place: measured('place', exchange.place),
    placeList: measured('place-list', exchange.placeList),
    cancel: measured('cancel', exchange.cancel),
    cancelList: measured('cancel-list', exchange.cancelList),
  };
}
