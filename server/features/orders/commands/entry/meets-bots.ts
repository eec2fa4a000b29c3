import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Side } from '#contracts/symbol.ts';
import { firstMet } from '../../../../domain/market/own-match.ts';
import type { OrderContext } from '../../orders.ts';

interface Entry {
  keyId: string;
  symbol: string;
  side: Side;
  /** Counter units. */
  price: Big;
}

/** C-7: which order of a bot on the same key an entry would end; null for none. */
export async function meetsBots(
  { bots }: Pick<OrderContext, 'bots'>,
  userId: string,
  { keyId, symbol, ...order }: Entry,
): Promise<string | null> {
  const met = firstMet(order, await bots.resting(userId, { keyId, symbol }));
  if (!met) return null;
  const kind = met.side === 'buy' ? 'purchase' : 'sale';
  return `At ${grouped(met.price)} this meets a ${kind} of ${isolated(met.botName)} on the same key: the exchange ends that one, and the bot places it again.`;
}
