import type { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Side } from '#contracts/symbol.ts';
import type { OrderContext } from '../../orders.ts';

/** Balances are waited for so long, ms. */
const PATIENCE = 2000;

export interface Needed {
  keyId: string;
  /** The bot that orders, which may spend what it keeps; null for a person. */
  botId: string | null;
  asset: string;
  amount: Big;
}

/** C-5: why an order that needs what bots keep is refused; what the account does not have the exchange refuses itself. */
export async function besideBots(
  { bots, keys }: Pick<OrderContext, 'bots' | 'keys'>,
  userId: string,
  { keyId, botId, asset, amount }: Needed,
): Promise<string | null> {
  const kept = (await bots.kept(userId, keyId)).filter((one) => one.asset === asset && one.botId !== botId);
  const [largest] = kept.toSorted((one, other) => other.amount.cmp(one.amount));
  if (!largest) return null;
  const free = (await keys.balances.within(PATIENCE, userId, keyId))?.free.get(asset);
  if (!free || amount.gt(free)) return null;
  const others = free.minus(kept.reduce((sum, one) => sum.plus(one.amount), ZERO));
  const short = amount.minus(others);
  if (short.lte(0)) return null;
  return `This needs ${grouped(short.round(2, 3), 2)} ${asset} that ${isolated(largest.botName)} keeps for its next orders. Pause or stop that bot first.`;
}

/** What the bot that orders keeps of what it spends: free for its own deals, also where copies are sized by it. */
export async function keptByBot(
  { bots }: Pick<OrderContext, 'bots'>,
  userId: string,
  { bot, section, keyId, asset }: { bot?: { id: string }; section: Side; keyId: string; asset: string },
): Promise<Big> {
  if (!bot || section !== 'buy') return ZERO;
  const kept = await bots.kept(userId, keyId);
  return kept.reduce((sum, one) => (one.botId === bot.id && one.asset === asset ? sum.plus(one.amount) : sum), ZERO);
}
