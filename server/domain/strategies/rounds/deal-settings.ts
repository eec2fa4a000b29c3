import type { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import type { DealSettings } from '../averaging/next-deal.ts';
import { type Averaging, averagingOf } from './plan-run.ts';

/** As they are typed: seconds and percent. */
interface TypedDeals extends Averaging {
  coolDown: number;
  dealsADay: number;
  dailyLoss: Big;
  repeat: boolean;
}

export const dealSettingsOf = ({ coolDown, dealsADay, dailyLoss, repeat, ...of }: TypedDeals): DealSettings => ({
  averaging: averagingOf(of),
  limits: { places: 1, coolDown: coolDown * SECOND, perDay: dealsADay, dailyLoss: dailyLoss.div(100) },
  repeat,
});
