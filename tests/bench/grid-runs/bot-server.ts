import type { Big } from 'big.js';
import type { Db } from '../../../server/db/database.ts';
import type { BotDeps } from '../../../server/features/bots/deps.ts';
import { createBotEngine } from '../../../server/features/bots/engine/index.ts';
import { createLog } from '../../../server/lib/log.ts';
import { localBus } from '../../../server/runtime/bus/bus.ts';
import type { Partition } from '../../../server/runtime/leases/partition.ts';
import type { HeldExchange } from './held-exchange.ts';

type EngineDeps = Parameters<typeof createBotEngine>[0];

/** What an engine of bots asks for of the rest of a site. */
function depsOf(db: Db, exchange: HeldExchange, price: Big): EngineDeps {
  const findPastPair = (_: string, symbol: string) => exchange.port.pairs().get(symbol) ?? null;
  const markets = {
    names: () => ['binance'],
    isOn: () => true,
    exchange: () => exchange.port,
    findPastPair,
    lastPrice: () => ({ price, time: Date.now(), delayedSince: null }),
    usdtOf: () => price,
    onDelayChange: () => () => {},
  };
  const keyOf = (userId: string, keyId: string) => ({
    userId,
    keyId,
    name: 'Bench',
    market: 'binance',
    credentials: { apiKey: keyId, secret: '' },
  });
  const deps: Partial<Record<keyof BotDeps | 'orders', unknown>> = {
    db,
    clock: Date.now,
    log: createLog('error'),
    bus: localBus((error) => {
      throw error;
    }),
    live: { toUser: () => {} },
    markets,
    keys: { byId: async (userId: string, keyId: string) => keyOf(userId, keyId) },
    trading: { refusal: () => null, entryRefusal: () => null, mustBeOpen: () => {} },
    notifications: { queueBotNotice: async () => {}, wake: () => {} },
    orders: {},
  };
  return deps as EngineDeps;
}

/** An engine as a server runs it, on an exchange that answers at once. */
export function botServer(of: { db: Db; exchange: HeldExchange; price: Big }, partition?: Partition) {
  return createBotEngine(depsOf(of.db, of.exchange, of.price), partition);
}
