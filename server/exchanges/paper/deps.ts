import type { Log } from '../../lib/log.ts';
import type { ExchangeCore } from './exchange-core.ts';
import type { Faults } from './faults/faults.ts';

/** What the interfaces of the paper exchange are built with. */
export interface PaperDeps {
  core: ExchangeCore;
  faults: Faults;
  log: Log;
}
