import type { Log } from '../../../lib/log.ts';
import type { Rest } from '../../ccxt/rest/rest.ts';
import type { Exchange } from '../../exchange.ts';

export interface CoinbaseOrderDeps {
  rest: Rest;
  pairs: Exchange['pairs'];
  log: Log;
  /** Reads the rules of a pair anew. */
  renew(symbol: string): Promise<void>;
}
