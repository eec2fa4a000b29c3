import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import type { BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { newId } from '../../../lib/id.ts';
import type { NewAsset, NewRun } from '../runs/runs.store.ts';
import { basketPlanOf, stopOf } from '../runs/stored-plan.ts';
import { basketMoveText } from '../runs/basket-texts.ts';
import { largestOf, type PreparedBasket, prepareBasket, worthOf } from '../plan/prepare-basket.ts';

/** C-10: its whole worth counts in the day, its largest order against the limit for one order; each pair has to trade enough. */
async function limitFault({ limits }: BotDeps, userId: string, { start, key, parts }: PreparedBasket) {
  const [first, ...rest] = parts;
  if (!start || !first?.price) return null;
  const { price } = first;
  const largest = { main: largestOf(start).div(price), copies: [] };
  const main = worthOf(start).div(price);
  const others = rest.map((part) => part.pair);
  const of = { market: key.market, pair: first.pair, others, side: 'buy' as const, price, main, copies: [], largest };
  return (await limits.verdict(userId, of)).main;
}

function assetRows({ parts, counter, counterPercent }: PreparedBasket, bot: BotRow): NewAsset[] {
  const { invest } = basketPlanOf(bot).settings;
  const common = { taken: ZERO };
  return [
    {
      ...common,
      number: 0,
      asset: counter,
      symbol: null,
      percent: counterPercent,
      given: invest,
      startPrice: ONE,
    },
    ...parts.map(({ part, pair, price }, at) => ({
      ...common,
      number: at + 1,
      asset: part.asset,
      symbol: pair.symbol,
      percent: part.percent,
      given: part.coins ?? ZERO,
      startPrice: price ?? ZERO,
    })),
  ];
}

function runRow(bot: BotRow, prepared: PreparedBasket, of: { startKey: string | null; now: number }): NewRun {
  const { key, parts, fee } = prepared;
  const { startKey, now } = of;
  return {
    id: newId(),
    botId: bot.id,
    keyId: key.keyId,
    market: bot.market,
    symbol: `[${parts.map(({ pair }) => pair.symbol).join(' ')}]`,
    engine: 'basket',
    ordinal: 0,
    state: 'starting',
    stateSince: now,
    counterEarning: true,
    givenBase: ZERO,
    givenCounter: basketPlanOf(bot).settings.invest,
    marketPrice: ZERO,
    fee,
    watchedSince: now,
    startKey,
    dueAt: now,
    createdAt: now,
  };
}

/** The run of a basket, or the first thing that stands against its start now. */
export async function basketRun(
  deps: BotDeps,
  bot: BotRow,
  startKey: string | null,
): Promise<string | { run: NewRun; assets: NewAsset[]; text: string }> {
  const { userId, market, symbol, keyId, startAt, copyKeys } = bot;
  const wanted = { market: market as Market, symbolName: symbol, mainUid: keyId, startAt, copyKeys };
  const prepared = await prepareBasket(deps, userId, { ...wanted, plan: basketPlanOf(bot), stop: stopOf(bot) });
  const [refusal] = prepared.refusals;
  if (refusal) return refusal.text;
  const over = await limitFault(deps, userId, prepared);
  if (over !== null) return over;
  const run = runRow(bot, prepared, { startKey, now: deps.clock() });
  return { run, assets: assetRows(prepared, bot), text: basketMoveText('starting', null) };
}
