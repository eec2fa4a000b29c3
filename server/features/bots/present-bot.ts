import * as z from 'zod/mini';
import { BotPlan, BotStop } from '#contracts/bot-settings.ts';
import type { Bot, BotDetail } from '#contracts/bots.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotRow } from './bots.store.ts';
import type { BotDeps } from './deps.ts';

export const planOf = ({ plan }: Pick<BotRow, 'plan'>): BotPlan => z.decode(BotPlan, plan);
export const stopOf = ({ stop }: Pick<BotRow, 'stop'>): BotStop => z.decode(BotStop, stop);

const hasStop = ({ below, above, gain, loss, at }: BotStop): boolean =>
  [below, above, gain, loss, at].some((value) => value !== null && value !== undefined);

const levelsOf = (plan: BotPlan): Bot['levels'] => {
  if (!('order' in plan.settings)) return null;
  const { order, baseCurrency, counterCurrency, counterEarning, buy, sell, invest, repeat } = plan.settings;
  return { order, baseCurrency, counterCurrency, counterEarning, buy, sell, invest, repeat };
};

/** A bot as its card shows it. */
export function presentBot({ markets }: Pick<BotDeps, 'markets'>, row: BotRow): Bot {
  const market = row.market as Market;
  const pair = markets.findPastPair(market, row.symbol);
  const plan = planOf(row);
  return {
    botId: row.id,
    name: row.name,
    type: plan.type,
    active: false,
    market,
    symbolName: pair ? `${pair.base}_${pair.counter}`.toLowerCase() : row.symbol.toLowerCase(),
    baseCurrency: pair?.base ?? row.symbol,
    counterCurrency: pair?.counter ?? '',
    marketPrice: markets.lastPrice(market, row.symbol)?.price ?? null,
    pnl: null,
    pnlPercent: null,
    balance: null,
    runTime: 0,
    peopleCopied: 0,
    levels: levelsOf(plan),
    state: 'draft',
    stateSince: row.updatedAt,
    reason: null,
    given: null,
    result: null,
    protection: hasStop(stopOf(row)) ? 'stop: this server' : null,
    now: 'A draft: nothing is kept for it and nothing is placed.',
  };
}

export const presentDetail = (deps: Pick<BotDeps, 'markets'>, row: BotRow): BotDetail => ({
  ...presentBot(deps, row),
  plan: planOf(row),
  stop: stopOf(row),
  startAt: row.startAt,
  copyKeys: row.copyKeys,
  mainUid: row.keyId,
  runs: [],
  endings: null,
});
