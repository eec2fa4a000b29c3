import type { Keys } from '../keys/index.ts';
import { type BotClaims, freeBeside, keptOf } from './bot-claims.ts';

export { botClaims } from './bot-claims.ts';
export { stopAllBots } from './commands/leave-bots.ts';
export { checkPlan } from './plan/check-plan.ts';

interface Balanced {
  copies: Keys['copies'];
  balances: Pick<Keys['balances'], 'within'>;
}

/** C-5: keys as those see them whose deals are sized by what is free: without what belongs to bots. */
export const besideBots = ({ copies, balances }: Balanced, claims: Pick<BotClaims, 'kept'>): Balanced => ({
  copies,
  balances: {
    async within(ms, userId, keyId) {
      const [known, kept] = await Promise.all([balances.within(ms, userId, keyId), claims.kept(userId, keyId)]);
      if (!known || kept.length === 0) return known;
      const free = new Map([...known.free].map(([asset, amount]) => [asset, freeBeside(amount, keptOf(kept, asset))]));
      return { ...known, free };
    },
  },
});
