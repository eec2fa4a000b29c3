import { randomBytes } from 'node:crypto';
import { createBinance } from '../../server/exchanges/binance/index.ts';
import { createKeys, type Keys } from '../../server/features/keys/index.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { newId } from '../../server/lib/id.ts';
import { localBus } from '../../server/runtime/bus/bus.ts';
import { createLog } from '../../server/lib/log.ts';
import { openPaperExchange, type PaperTrader } from './paper-exchange.ts';

/** Keys of people on a paper exchange of their own, without the rest of the site. */
export async function keysOnPaper() {
  const bench = await openPaperExchange();
  const log = createLog('silent');
  const { controlUrl: _, ...urls } = bench.urls();
  const binance = createBinance({ ...urls, clock: systemClock, log });
  await binance.start();
  const dataKey = randomBytes(32);
  const opened: Keys[] = [];
  /** The keys as one more process has them. */
  function openKeys(settings: { mostWatched?: number } = {}): Keys {
    const keys = createKeys({
      ...settings,
      db: bench.database.db,
      bus: localBus((error) => log.error({ error }, 'a listener failed')),
      streams: true,
      clock: systemClock,
      log,
      live: { toUser: () => {} },
      audit: { record: async () => {}, secrets: { keyUse: async () => {} } },
      exchanges: new Map([['binance', binance]]),
      dataKey: () => Promise.resolve(dataKey),
      lastPrice: () => null,
      paper: true,
      mayAddKeys: async () => true,
    });
    opened.push(keys);
    return keys;
  }
  const keys = openKeys();

  const named = ({ key, secret }: PaperTrader, name: string) => ({ market: 'binance' as const, name, key, secret });

  /** A main key with its copies, each an account of its own with so much USDT free. */
  async function group(usdt: { main: string; copies: string[] }) {
    const userId = newId();
    const fund = async (free: string) => {
      const account = await bench.trader();
      await bench.control('balance', { key: account.key, asset: 'USDT', free });
      return account;
    };
    const main = await fund(usdt.main);
    const added = await keys.add(userId, named(main, 'Main'));
    const mainKeyId = added.uid ?? '';
    const copies: { account: PaperTrader; keyId: string }[] = [];
    for (const [index, free] of usdt.copies.entries()) {
      const account = await fund(free);
      const copy = await keys.addCopy(userId, mainKeyId, named(account, `Copy ${index + 1}`));
      copies.push({ account, keyId: copy.uid ?? '' });
    }
    return { userId, mainKeyId, main, copies };
  }

  return {
    bench,
    binance,
    keys,
    openKeys,
    log,
    named,
    group,
    async close(): Promise<void> {
      await Promise.all(opened.map(({ balances }) => balances.stop()));
      await binance.stop();
      await bench.close();
    },
  };
}
export type KeysOnPaper = Awaited<ReturnType<typeof keysOnPaper>>;
