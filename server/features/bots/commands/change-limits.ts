import type { BotPlan } from '#contracts/bot-settings.ts';
import type { ChangeBot } from '#contracts/bots.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { untilFaults } from '../plan/check-plan.ts';
import { borderFaults } from '../plan/level-faults.ts';
import { runChanges } from '../run-changes.ts';
import { runWork } from '../runs/run-work.store.ts';
import { isBasket, planOf } from '../runs/stored-plan.ts';

type Limits = Pick<ChangeBot, 'borders' | 'until'>;

const isOver = (state: string | undefined): boolean => state === 'stopping' || state === 'stopped';

function withBorders(plan: BotPlan, { borders }: Limits): BotPlan | string {
  if (!borders) return plan;
  if (plan.type !== 'range') return 'Only a bot that works in a range has borders.';
  const changed = { ...plan, settings: { ...plan.settings, lowBorder: borders.low, highBorder: borders.high } };
  return borderFaults(changed)[0]?.text ?? changed;
}

/** C-20: the settings with other borders, or with another end of the lines; a sentence where they cannot be. */
export function withLimits(
  { markets }: Pick<BotDeps, 'markets'>,
  { bot, state }: { bot: BotRow; state: string | undefined },
  limits: Limits,
): BotPlan | string {
  if (isOver(state)) return 'This bot is over: its borders and its end do not change any more.';
  if (isBasket(bot)) return 'A basket has neither borders nor an end.';
  const plan = withBorders(planOf(bot), limits);
  if (typeof plan === 'string' || limits.until === undefined) return plan;
  if (plan.type !== 'trend-grid') return 'Only a trend grid follows the price up to an end.';
  const pair = markets.findPastPair(bot.market as Market, bot.symbol);
  const changed = { ...plan, settings: { ...plan.settings, until: limits.until } };
  return (pair && untilFaults(changed, pair)[0]?.text) ?? changed;
}

/** Its runs look at what has changed. */
export async function wakeRuns({ db, clock, bus }: BotDeps, userId: string, botId: string): Promise<void> {
  for (const ref of await runWork(db).wakeBot(userId, botId, clock())) runChanges(bus).publish(ref);
}
