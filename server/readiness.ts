import type { Market } from '#contracts/symbol.ts';
import { hasRoom } from './db/data-folder.ts';
import type { Exchange } from './exchanges/exchange.ts';

interface Deps {
  data: { sql: (text: TemplateStringsArray) => PromiseLike<unknown>; safe: boolean; folders: readonly string[] };
  exchanges: ReadonlyMap<Market, Exchange>;
  /** Whether this process's engines are; null where it runs none. */
  engines: (() => boolean) | null;
}

/** Whether this server can do its work now. One market that is down takes no others with it. */
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
      durable: data.safe,
      disk: data.folders.every(hasRoom),
      exchange: answering.some(([, isAnswering]) => isAnswering),
      engine: engines === null || engines(),
    };
    return { checks, markets: Object.fromEntries(answering) };
  };
}
