import type { Market } from '#contracts/symbol.ts';
import { ZERO } from '../../lib/decimal.ts';
import type { Log } from '../../lib/log.ts';
import type { CopyKey, Keys } from '../keys/index.ts';
import type { CopyPlan, PlanCopies } from '../orders/index.ts';
import { copySize, type PairRules } from './copy-size.ts';

export interface PlanNeeds {
  log: Log;
  keys: Pick<Keys, 'copies' | 'balances'>;
  /** By the exchange's symbol; null where the market does not trade it. */
  findPair: (market: Market, symbol: string) => PairRules | null;
}

type Deal = Parameters<PlanCopies>[0];

/** A balance that is not known yet is asked for so long: the main key does not wait for its copies. Ms. */
const PATIENCE = 2000;

async function sizeAll({ keys }: PlanNeeds, deal: Deal, of: { rules: PairRules; copies: CopyKey[] }) {
  const { userId, mainKeyId, section } = deal;
  const spent = section === 'buy' ? of.rules.counter : of.rules.base;
  const freeOf = async (keyId: string) => {
    const balances = await keys.balances.within(PATIENCE, userId, keyId);
    return balances && (balances.free.get(spent) ?? ZERO);
  };
  // What the deal has taken since is put back: both sizes are from before it.
  const mainBefore = async () => {
    if (deal.mainFree !== undefined) return deal.mainFree;
    const now = await freeOf(mainKeyId);
    return now && now.plus(deal.alreadySpent ?? ZERO);
  };
  const freeOfCopy = ({ id, disabledReason }: CopyKey) => (disabledReason === null ? freeOf(id) : null);
  const [mainFree, ...free] = await Promise.all([mainBefore(), ...of.copies.map(freeOfCopy)]);
  return of.copies.map(({ id, multiplier, ceiling, fixed, disabledReason }, index): CopyPlan => {
    if (disabledReason !== null)
      return { keyId: id, quantity: ZERO, skip: { code: 'KEY_DISABLED', sentence: disabledReason } };
    const terms = { mainFree, free: free[index] ?? null, multiplier, ceiling, fixed };
    return { keyId: id, ...copySize(deal, of.rules, terms) };
  });
}

/** Which keys repeat a deal and how large, oldest first. Never throws: without a plan the main key still trades. */
export async function planCopies(needs: PlanNeeds, deal: Deal): Promise<CopyPlan[]> {
  try {
    const rules = needs.findPair(deal.market, deal.symbol);
    const copies = (await needs.keys.copies(deal.userId, deal.mainKeyId)).filter(({ inProcess }) => inProcess);
    return rules && copies.length > 0 ? await sizeAll(needs, deal, { rules, copies }) : [];
  } catch (error) {
    needs.log.error({ error, mainKeyId: deal.mainKeyId }, 'copies could not be planned');
    return [];
  }
}
