import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { liveOf } from '../../../../domain/position/books.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import type { Position } from '../../../../domain/position/position.ts';
import { inTime } from '../../../../lib/in-time.ts';
import type { Orders } from '../../orders.ts';
import { spentOn } from '../entry/plan-entry.ts';

/** An unknown balance is waited for so long, ms. */
const PATIENCE = 2000;

interface Entry {
  price: Big;
  /** Base units that have not filled. */
  quantity: Big;
}

/** What a position's entry ties up on the exchange. */
export function tiedUp(position: Position, pair: ExchangePair): Big {
  const sums = liveOf(position, ['entry']).map(({ price, quantity, filledQuantity }) =>
    costOf(position, pair, { price, quantity: quantity.minus(filledQuantity) }),
  );
  return sums.reduce((sum, each) => sum.plus(each), ZERO);
}

export const costOf = ({ section }: Pick<Position, 'section'>, pair: ExchangePair, entry: Entry): Big =>
  spentOn(section, pair, entry).amount;

/** What a key has free of an asset; null where it is not known. */
export async function freeOf(
  { keys, free }: Pick<Orders, 'keys' | 'free'>,
  userId: string,
  of: { keyId: string; asset: string },
): Promise<Big | null> {
  const known = free.of(of.keyId, of.asset) ?? (await keys.balances.within(0, userId, of.keyId))?.free.get(of.asset);
  if (known) return known;
  const ask = async () => {
    const { balances } = await keys.holdings(userId, of.keyId);
    return balances.find(({ asset }) => asset === of.asset)?.free ?? ZERO;
  };
  return inTime(
    ask().catch(() => null),
    PATIENCE,
  );
}
