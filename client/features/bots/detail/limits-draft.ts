import type { BotDetail, ChangeBot } from '#contracts/bots.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import type { InputKind } from '../create/input-kinds.ts';

export interface LimitField {
  name: string;
  label: string;
  kind: InputKind;
}

export type LimitsDraft = Readonly<Record<string, string>>;

const STOPS: readonly LimitField[] = [
  { name: 'below', label: 'Stop when the price is below', kind: 'price' },
  { name: 'above', label: 'Stop when the price is above', kind: 'price' },
  { name: 'gain', label: 'Stop at a total gain of', kind: 'percent' },
  { name: 'loss', label: 'Stop at a total loss of', kind: 'percent' },
];
const BORDERS: readonly LimitField[] = [
  { name: 'low', label: 'Lowest border', kind: 'price' },
  { name: 'high', label: 'Highest border', kind: 'price' },
];
const UNTIL: LimitField = { name: 'until', label: 'Follow until', kind: 'price' };

/** C-20: what may change while a bot of this type runs. */
export function limitFields({ plan: { type } }: Pick<BotDetail, 'plan'>): readonly LimitField[] {
  if (type === 'range') return [...STOPS, ...BORDERS];
  if (type === 'basket') return STOPS.filter(({ name }) => name === 'loss');
  return type === 'trend-grid' ? [...STOPS, UNTIL] : STOPS;
}

export function limitsDraft({ plan, stop }: Pick<BotDetail, 'plan' | 'stop'>): LimitsDraft {
  const { below, above, gain, loss } = stop;
  const more =
    plan.type === 'range'
      ? { low: plan.settings.lowBorder, high: plan.settings.highBorder }
      : plan.type === 'trend-grid'
        ? { until: plan.settings.until }
        : {};
  const all = { below, above, gain, loss, ...more };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value?.toFixed() ?? '']));
}

/** What a press on Save changes; null where nothing is, or where a border is empty. */
export function limitsChange(bot: Pick<BotDetail, 'plan' | 'stop'>, draft: LimitsDraft): ChangeBot | null {
  const before = limitsDraft(bot);
  const value = (name: string) => readNumber(draft[name] ?? '');
  const differs = (...names: string[]): boolean => names.some((name) => (draft[name] ?? '') !== (before[name] ?? ''));
  const [low, high] = [value('low'), value('high')];
  const bordersChange = bot.plan.type === 'range' && differs('low', 'high');
  if (bordersChange && (!low || !high)) return null;
  const stop = { ...bot.stop, below: value('below'), above: value('above'), gain: value('gain'), loss: value('loss') };
  const change: ChangeBot = {
    ...(differs('below', 'above', 'gain', 'loss') && { stop }),
    ...(bordersChange && low && high && { borders: { low, high } }),
    ...(differs('until') && { until: value('until') }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
