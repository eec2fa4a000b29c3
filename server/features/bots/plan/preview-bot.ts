import type { BotPreview, FieldNote, PreviewBot } from '#contracts/bot-preview.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Big } from 'big.js';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import { findKey } from '../find-key.ts';
import { checkPlan } from './check-plan.ts';
import { amountText, note, pairName } from './field-note.ts';
import { presentPlan } from './present-plan.ts';

/** How long balances are waited for, ms. */
const PATIENCE = 2000;

type Free = NonNullable<BotPreview['free']>;

interface Account {
  userId: string;
  key: OpenKey;
  pair: ExchangePair;
}

async function freeOf({ keys }: BotDeps, { userId, key, pair }: Account): Promise<Free | null> {
  const balances = await keys.balances.within(PATIENCE, userId, key.keyId);
  if (!balances) return null;
  const of = (asset: string) => wireAmount(balances.free.get(asset) ?? ZERO);
  return { base: of(pair.base), counter: of(pair.counter), botsBase: ZERO, botsCounter: ZERO };
}

interface Short {
  needs: Amounts;
  free: Free;
  keyName: string;
}

/** C-27: what the account does not have free. */
function shortOf(pair: ExchangePair, { needs, free, keyName }: Short): FieldNote[] {
  const short = (asset: string, field: string, of: { needed: Big; has: Big }): FieldNote[] => {
    if (of.needed.lte(of.has)) return [];
    const text = `This needs ${amountText(of.needed)} ${asset}; ${amountText(of.has)} are free on ${isolated(keyName)}.`;
    return [note(field, text, of.has.gt(0) ? { field, value: of.has.round(2, 0) } : null)];
  };
  return [
    ...short(pair.counter, 'settings.invest', { needed: needs.counter, has: free.counter }),
    ...short(pair.base, 'settings.coins', { needed: needs.base, has: free.base }),
  ];
}

/** What the account and the exchange say against a start now. */
async function accountFaults(deps: BotDeps, userId: string, of: { market: PreviewBot['market']; pair: ExchangePair }) {
  const closed = deps.trading.refusal(userId);
  const halt = await deps.markets.haltOf(of.market, of.pair.symbol);
  const later = halt ? `${halt.sentence} You can save this bot and start it later.` : null;
  return [closed, later].flatMap((text) => (text === null ? [] : note('', text)));
}

interface Known {
  wanted: PreviewBot;
  pair: ExchangePair;
  keyName: string;
  free: Free | null;
  /** At which it would begin, counter units. */
  market: Big | null;
  fee: Big;
}

function planned({
  wanted,
  pair,
  keyName,
  free,
  market,
  fee,
}: Known): Pick<BotPreview, 'plan' | 'refusals' | 'warnings'> {
  if (!market) {
    const text = `The last price of ${pairName(pair)} is not known. Try again in a moment.`;
    return { plan: null, refusals: [note('', text)], warnings: [] };
  }
  const context = { pair, market, rules: { ...pair, fee } };
  const { run, refusals, warnings } = checkPlan(wanted, context);
  return {
    plan: run && presentPlan({ plan: wanted, stop: wanted.stop ?? {} }, run, context),
    refusals: [...refusals, ...(run && free ? shortOf(pair, { needs: run.given, free, keyName }) : [])],
    warnings,
  };
}

/** What a bot would place and cost; nothing is placed and nothing stored. */
export async function previewBot(deps: BotDeps, userId: string, wanted: PreviewBot): Promise<BotPreview> {
  const { market } = wanted;
  const pair = deps.markets.pairOf(market, wanted.symbolName);
  const key = await findKey(deps, userId, wanted);
  const of = { userId, keyId: key.keyId, market, symbol: pair.symbol };
  const [seen, free] = await Promise.all([
    deps.marketContext.of(of, { needsFee: true }),
    freeOf(deps, { userId, key, pair }),
  ]);
  const fee = seen?.fee ?? ZERO;
  const marketPrice = seen?.market ?? null;
  const known = { wanted, pair, keyName: key.name, free, fee, market: wanted.startAt ?? marketPrice };
  const { plan, refusals, warnings } = planned(known);
  const faults = await accountFaults(deps, userId, { market, pair });
  return { marketPrice, free, fee, plan, copies: [], refusals: [...refusals, ...faults], warnings };
}
