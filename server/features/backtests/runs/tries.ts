import { Big } from 'big.js';
import * as z from 'zod/mini';
import { BacktestRequest } from '#contracts/backtests.ts';
import type { Search } from '#contracts/backtest-search.ts';
import { BotPlan } from '#contracts/bot-settings.ts';
import { INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { combinationsOf, MOST_SEARCHED_BARS, SEARCHABLE, type Searchable } from '#contracts/rules/search-settings.ts';
import { holdBack } from '../../../domain/backtest/held-back.ts';
import type { Bars } from '../../../domain/backtest/bars.ts';
import { type PairBot, type RequestOf, splitBot, startFault, type Starting } from './prepare-run.ts';
import type { Try } from '../worker/search-job.ts';

type Settings = Try['settings'];

const PRICES: ReadonlySet<Searchable> = new Set(['low', 'high', 'buy', 'sell']);

/** A price that the exchange takes. */
function onTick(value: number, tick: Big): number {
  return new Big(value).div(tick).round(0).times(tick).toNumber();
}

function settingsOf(wanted: Settings, tick: Big): Settings {
  const all = Object.entries(wanted) as [Searchable, number][];
  return Object.fromEntries(all.map(([field, value]) => [field, PRICES.has(field) ? onTick(value, tick) : value]));
}

/** The bot with these settings; null where they are none. */
function variedBot(bot: PairBot, settings: Settings): PairBot | null {
  const stored = z.encode(BacktestRequest.shape.bot, bot);
  const read = z.safeParse(BacktestRequest.shape.bot, { ...stored, settings: { ...stored.settings, ...settings } });
  return read.success && read.data.type !== 'basket' ? read.data : null;
}

interface Wanted {
  bot: PairBot;
  search: Search;
}

/** each combination of settings once, with its bot; the prices on the exchange's ticks. */
export function triedBots({ bot, search }: Wanted, tick: Big): { settings: Settings; bot: PairBot }[] {
  const named = new Map<string, Settings>();
  for (const wanted of combinationsOf(search)) {
    const settings = settingsOf(wanted, tick);
    named.set(JSON.stringify(settings), settings);
  }
  return [...named.values()].flatMap((settings) => {
    const varied = variedBot(bot, settings);
    return varied ? [{ settings, bot: varied }] : [];
  });
}

/** Why such a search cannot be run; null where it can. */
export function searchFault({ search, ...request }: RequestOf<PairBot>, of: Starting): string | null {
  if (!search) return null;
  const { bot, from, to, interval } = request;
  const missing = search.find(({ field }) => !(field in bot.settings));
  if (missing) return `This type of bot has no setting named ${SEARCHABLE[missing.field]}.`;
  const tried = triedBots({ bot, search }, of.pair.tick);
  const bars = Math.ceil((to - from) / INTERVAL_MS[interval]) * tried.length;
  if (bars > MOST_SEARCHED_BARS)
    return `${tried.length} tries of this time are ${bars.toLocaleString('en-US')} bars; ${MOST_SEARCHED_BARS.toLocaleString('en-US')} are run at most. Use longer bars, a shorter time or fewer values.`;
  const faults = tried.map((one) => startFault(one.bot, of));
  const [first = 'None of these settings can be run.'] = faults;
  return faults.includes(null) ? null : first;
}

/** what is tried on these bars. */
export function triesOf({ bot, search }: Wanted, { bars, ...of }: Omit<Starting, 'open'> & { bars: Bars }): Try[] {
  const { first, held } = holdBack(bars);
  return triedBots({ bot, search }, of.pair.tick).map(({ settings, bot: tried }) => {
    const startsAt = (part: Bars) => startFault(tried, { ...of, open: part.open[0] ?? 0 }) === null;
    return {
      settings,
      plan: z.encode(BotPlan, splitBot(tried).plan),
      starts: { first: startsAt(first), held: startsAt(held) },
    };
  });
}
