import type { Big } from 'big.js';
import type { RoundsPlan } from '#contracts/bot-settings.ts';

/** The field that says how much a bot is given: coins, or money. */
export const amountField = (plan: RoundsPlan): 'coins' | 'invest' => ('coins' in plan.settings ? 'coins' : 'invest');

export const amountOf = ({ settings }: RoundsPlan): Big => ('coins' in settings ? settings.coins : settings.invest);

/** The same with another amount. */
export function withAmount(plan: RoundsPlan, value: Big): RoundsPlan {
  switch (plan.type) {
    case 'grid':
      return { ...plan, settings: { ...plan.settings, invest: value } };
    case 'imbalance-grid':
      return { ...plan, settings: { ...plan.settings, invest: value } };
    case 'trend-grid':
      return { ...plan, settings: { ...plan.settings, invest: value } };
    case 'inverse-grid':
      return { ...plan, settings: { ...plan.settings, coins: value } };
    case 'steps':
      return { ...plan, settings: { ...plan.settings, coins: value } };
    case 'range':
      return { ...plan, settings: { ...plan.settings, invest: value } };
    default:
      return { ...plan, settings: { ...plan.settings, invest: value } };
  }
}
