import type { Market } from '#contracts/symbol.ts';
import { hasRoom } from '../../db/data-folder.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { Data } from './data.ts';

interface Deps {
  data: Pick<Data, 'sql' | 'durable' | 'folders'>;
  exchanges: ReadonlyMap<Market, Pick<Exchange, 'ready'>>;
  /** Whether this process's engines are; null where it runs none. */
  engines: (() => boolean) | null;
}

/** Whether this process can do its work now. One market that is down takes no others with it. */
export function createReadiness({ data, exchanges, engines }: Deps) {
  const databaseAnswers = () =>
    data.sql`select 1`.then(
      () => true,
      () => false,
    );
  return async () => {
    const answering = [...exchanges].map(([market, exchange]) => [market, exchange.ready()] as const);
    const checks = {
      database: await databaseAnswers(),
      durable: data.durable,
      disk: data.folders.every(hasRoom),
      exchange: answering.some(([, isAnswering]) => isAnswering),
      engine: engines === null || engines(),
    };
    return { checks, markets: Object.fromEntries(answering) };
  };
}
export type Readiness = ReturnType<typeof createReadiness>;
