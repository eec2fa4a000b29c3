import type { Log } from '../../../lib/log.ts';
import type { Exchange } from '../../exchange.ts';
import type { Rest } from '../rest/rest.ts';
import type { ClosedCancel, Explain } from './refusals/explain.ts';

export interface BinanceOrderDeps {
  rest: Rest;
  pairs: Exchange['pairs'];
  explain: Explain;
  closedCancel: ClosedCancel;
  log: Log;
}
