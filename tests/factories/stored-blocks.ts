import { randomBytes } from 'node:crypto';
import { exitsAt } from '../../server/domain/position/exits.ts';
import type { Database } from '../../server/db/database.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { keys } from '../../server/db/schema/keys.ts';
import { blockEvents, fills, orderBlocks, orders, positions } from '../../server/db/schema/orders.ts';
import { newId } from '../../server/lib/id.ts';
import { big } from './block-sketch.ts';

export interface StoredBlock {
  section?: 'buy' | 'sell';
  counterEarning?: boolean;
  open?: boolean;
  price?: string;
  /** Base units of the entry that are filled; '0' of none. */
  filled?: string;
  takeProfit?: string;
  stopLoss?: string;
  createdAt?: number;
  /** Names of keys: the main key's first, then its copies'. */
  keyNames?: string[];
}

const priceOf = (text: string | undefined) => (text === undefined ? null : big(text));

/** A person with a main key and a copy key, whose blocks are written straight into the tables. */
export async function storedPerson({ db }: Pick<Database, 'db'>) {
  const userId = newId();
  const email = `${userId}@example.org`;
  const secrets = { passwordHash: '', dataKey: randomBytes(8) };
  await db.insert(users).values({ userId, email, emailKey: email, username: 'Ada', ...secrets, createdAt: 0 });
  const keyIds = new Map<string, string>();
  const addKey = async (name: string, active: boolean) => {
    const key = { userId, id: newId(), market: 'binance', name, apiKey: newId(), sealedSecret: randomBytes(8) };
    await db.insert(keys).values({ ...key, active, multiplier: big(1), createdAt: 0 });
    keyIds.set(name, key.id);
  };
  await addKey('Main', true);
  await addKey('Copy', false);
  await addKey('Other', false);

  async function addPart(block: { id: string; at: number }, keyName: string, of: Required<Part>): Promise<string> {
    const keyId = keyIds.get(keyName) ?? '';
    const part = { userId, id: newId(), blockId: block.id, keyId };
    const filled = big(of.filled);
    const price = big(of.price);
    const times = { createdAt: block.at, updatedAt: block.at };
    const end = of.open ? {} : { endReason: 'closed' as const, endedAt: block.at };
    await db.insert(positions).values({
      ...part,
      ordinal: of.ordinal,
      price,
      quantity: big(100),
      state: of.open ? 'filled' : 'closed',
      ...end,
      ...times,
    });
    const traded = { filledQuantity: filled, filledCounterQuantity: filled.times(price) };
    const sent = { market: 'binance', symbol: 'XRPUSDT', placedAt: block.at, updatedAt: block.at };
    const order = { ...part, id: newId(), positionId: part.id, leg: 'entry' as const, side: of.section };
    const state = filled.eq(100) ? 'filled' : 'open';
    const row = { ...order, ...sent, ...traded, clientOrderId: newId(), price, quantity: big(100) };
    await db.insert(orders).values({ ...row, state });
    if (filled.gt(0)) {
      const trade = { userId, keyId, symbol: 'XRPUSDT', tradeId: newId(), orderId: order.id, price, quantity: filled };
      await db.insert(fills).values({ ...trade, commission: big('0'), commissionAsset: 'XRP', tradedAt: block.at });
    }
    return part.id;
  }

  return {
    userId,
    keyIds,
    addKey,
    async addBlock(of: StoredBlock = {}) {
      const { section = 'buy', counterEarning = true, open = true, createdAt: at = 1000, keyNames = ['Main'] } = of;
      const id = newId();
      const ended = open ? {} : { closedAt: at };
      const pair = { userId, id, market: 'binance', symbol: 'XRPUSDT', section, counterEarning, open, ...ended };
      const intent = {
        ...exitsAt(priceOf(of.takeProfit), priceOf(of.stopLoss)),
      };
      await db.insert(orderBlocks).values({ ...pair, ...intent, createdAt: at, updatedAt: at });
      const { price = '0.5', filled = '100' } = of;
      const positionIds: string[] = [];
      for (const [ordinal, name] of keyNames.entries()) {
        positionIds.push(await addPart({ id, at }, name, { section, open, price, filled, ordinal }));
      }
      return { id, positionIds };
    },
    async addEvent(
      of: { blockId: string; positionId: string | null },
      kind: string,
      { at, details }: { at: number; details: unknown },
    ) {
      await db.insert(blockEvents).values({ ...of, userId, id: newId(), kind, details, at });
    },
  };
}

interface Part {
  section: 'buy' | 'sell';
  open: boolean;
  price: string;
  filled: string;
  ordinal: number;
}
