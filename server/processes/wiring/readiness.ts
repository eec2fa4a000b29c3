import type { Market } from '#contracts/symbol.ts';
import { hasRoom } from '../../db/data-folder.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import { inTime } from '../../lib/in-time.ts';
import type { Data } from './data.ts';

const ANSWERS_WITHIN_MS = 1000;

interface ReadinessSources {
  data: Pick<Data, 'sql' | 'durable' | 'folders'>;
  exchanges: ReadonlyMap<Market, Pick<Exchange, 'ready'>>;
  /** True when this process's engines are ready; null without engines. */
  engines: (() => boolean) | null;
}

/** Whether this process can work. One market that is down does not affect others. */
export function createReadiness({ data, exchanges, engines }: ReadinessSources) {
  const databaseAnswers = async () => {
    const answer = data.sql`select 1`.then(
      () => true,
      () => false,
    );
    return (await inTime(answer, ANSWERS_WITHIN_MS)) ?? false;
  };
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
