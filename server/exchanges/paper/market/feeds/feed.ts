import type { ExchangeCore } from '../../exchange-core.ts';

/** Where the market's trades come from. */
export interface Feed {
  /** Whether it can be started at all; throws with a sentence for the operator. */
  check?(): Promise<void>;
  start(core: ExchangeCore): void;
  stop(): void;
}
