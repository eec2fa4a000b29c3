import { marketName } from '#contracts/rules/market-name.ts';
import type { BotPreview, FieldNote } from '#contracts/bot-preview.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import type { OpenKey } from '../../keys/index.ts';
import { freeBeside, keptOf } from '../bot-claims.ts';
import type { BotDeps } from '../deps.ts';
import { findKey } from '../find-key.ts';
import { breakoutNow } from './breakout-now.ts';
import { type CheckedPlan, checkPlan } from './check-plan.ts';
import { amountText, note, pairName } from './field-note.ts';
import { FREE_UNKNOWN, freeOfKey } from './free-of-key.ts';
import type { PlanContext } from './line-faults.ts';
import { stopFaults } from './stop-faults.ts';

type Free = NonNullable<BotPreview['free']>;

interface Account {
  userId: string;
  key: OpenKey;
  pair: ExchangePair;
  age: number;
}

async function freeOf(deps: BotDeps, { userId, key, pair, age }: Account): Promise<Free | null> {
  const free = await freeOfKey(deps, userId, { key, age });
  if (!free) return null;
  const kept = await deps.claims.kept(userId, key.keyId);
  const bots = (asset: string): Big => wireAmount(keptOf(kept, asset));
  const others = (asset: string): Big => wireAmount(freeBeside(free.get(asset) ?? ZERO, keptOf(kept, asset)));
  return {
    base: others(pair.base),
    counter: others(pair.counter),
    botsBase: bots(pair.base),
    botsCounter: bots(pair.counter),
  };
}

interface Short {
  needs: Amounts;
  /** Null while not known: then nothing can be started with it. */
  free: Free | null;
  keyName: string;
  /** The field that asks for money. */
  moneyField: string;
}

/** It asks for a part of the money: what is free is no value for it. */
const LADDER = 'settings.base';

const moneyField = (plan: BotPlan): string => (plan.type === 'averaging' ? LADDER : 'settings.invest');

/** C-27: what the account does not have free. */
function shortOf(pair: ExchangePair, { needs, free, keyName, moneyField: money }: Short): FieldNote[] {
  if (!free) return [note('', FREE_UNKNOWN)];
  const short = (asset: string, field: string, of: { needed: Big; has: Big }): FieldNote[] => {
    if (of.needed.lte(of.has)) return [];
    const text = `This needs ${amountText(of.needed)} ${asset}; ${amountText(of.has)} are free on ${isolated(keyName)}.`;
    const isWhole = of.has.gt(0) && field !== LADDER;
    return [note(field, text, isWhole ? { field, value: of.has.round(2, 0) } : null)];
  };
  return [
    ...short(pair.counter, money, { needed: needs.counter, has: free.counter }),
    ...short(pair.base, 'settings.coins', { needed: needs.base, has: free.base }),
  ];
}

/** What the account and the exchange say against a start now. */
async function accountFaults(deps: BotDeps, userId: string, of: { market: Market; pair: ExchangePair }) {
  const closed = deps.trading.refusal(userId);
  const halt = await deps.markets.haltOf(of.market, of.pair.symbol);
  const later = halt ? `${halt.sentence} You can save this bot and start it later.` : null;
  return [closed, later].flatMap((text) => (text === null ? [] : note('', text)));
}

/** PB-8, PB-9: what an exchange does not report, or cannot hold for this pair. */
function venueFaults(
  { markets }: BotDeps,
  { market, plan }: Pick<WantedBot, 'market' | 'plan'>,
  pair: ExchangePair,
): FieldNote[] {
  const isTurtle = plan.type === 'smart-money-turtle';
  if (plan.type !== 'smart-money' && !isTurtle) return [];
  if (!markets.exchange(market).reportsTakers) {
    const text = `${marketName(market)} does not say how much of a bar buyers took. This bot works on Binance and on paper.`;
    return [note('', text)];
  }
  if (!isTurtle || pair.triggers.has('stop-limit')) return [];
  return [
    note(
      '',
      `${marketName(market)} holds no order that buys ${pairName(pair)} as the price rises: this bot needs one.`,
    ),
  ];
}

/** A bot as it would be started. */
export interface WantedBot {
  market: Market;
  /** 'xrp_usdt', or the exchange's name. */
  symbolName: string;
  mainUid?: string | undefined;
  plan: BotPlan;
  stop: BotStop;
  startAt: Big | null;
  /** How old the exchange's word on what is free may be, ms; none for a start. */
  age?: number;
}

export interface PreparedBot extends CheckedPlan {
  pair: ExchangePair;
  key: OpenKey;
  free: Free | null;
  fee: Big;
  marketPrice: Big | null;
  /** Null while the last price is not known. */
  context: PlanContext | null;
}

/** What a start of this bot would do and what stands against it; nothing is placed and nothing stored. */
export async function prepareBot(deps: BotDeps, userId: string, wanted: WantedBot): Promise<PreparedBot> {
  const { market, plan, startAt } = wanted;
  const pair = deps.markets.pairOf(market, wanted.symbolName);
  const key = await findKey(deps, userId, wanted);
  const of = { userId, keyId: key.keyId, market, symbol: pair.symbol };
  const [seen, free] = await Promise.all([
    deps.marketContext.of(of, { needsFee: true }),
    freeOf(deps, { userId, key, pair, age: wanted.age ?? 0 }),
  ]);
  const fee = seen?.fee ?? ZERO;
  const marketPrice = seen?.market ?? null;
  const faults = [...venueFaults(deps, wanted, pair), ...(await accountFaults(deps, userId, { market, pair }))];
  const known = { pair, key, free, fee, marketPrice };
  const from = marketPrice && (startAt ?? marketPrice);
  if (!from) {
    const text = `The last price of ${pairName(pair)} is not known. Try again in a moment.`;
    return { ...known, context: null, run: null, refusals: [...faults, note('', text)], warnings: [] };
  }
  const context = { pair, market: from, rules: { ...pair, fee }, breakout: await breakoutNow(deps, wanted, pair) };
  const { run, refusals, warnings } = checkPlan(plan, context);
  const needed = { free, keyName: key.name, moneyField: moneyField(plan) };
  const short = run ? shortOf(pair, { ...needed, needs: run.given }) : [];
  const counterEarning = run?.counterEarning ?? true;
  const stops = stopFaults(wanted.stop, { pair, market: from, counterEarning, now: deps.clock() });
  return { ...known, context, run, refusals: [...refusals, ...stops, ...short, ...faults], warnings };
}
