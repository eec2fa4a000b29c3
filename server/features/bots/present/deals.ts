import type { BotDeal } from '#contracts/bot-record.ts';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import { csvLine } from '../../../lib/csv.ts';
import type { BotDeps } from '../deps.ts';
import type { OrderRow, StoredRun } from '../runs/runs.store.ts';
import { dealTrades } from './deal-trades.ts';
import { isBasket } from '../runs/stored-plan.ts';
import { amount } from '../plan/amounts.ts';
import { feesOf } from './fees.ts';

interface Named {
  stored: StoredRun;
  keyName: string;
}

function dealOf({ markets }: Pick<BotDeps, 'markets'>, order: OrderRow, { stored, keyName }: Named): BotDeal | null {
  const fills = stored.fills.filter(({ orderId }) => orderId === order.id);
  const quantity = fills.reduce((sum, fill) => sum.plus(fill.quantity), ZERO);
  if (quantity.eq(0)) return null;
  const counter = fills.reduce((sum, fill) => sum.plus(fill.quantity.times(fill.price)), ZERO);
  return {
    dealId: order.id,
    connectorName: keyName,
    asset: markets.findPastPair(order.market as Market, order.symbol)?.base ?? order.symbol,
    level: order.level,
    side: order.side,
    price: amount(counter.div(quantity)),
    quantity: amount(quantity),
    counterQuantity: amount(counter),
    fees: feesOf(fills).map(({ asset, amount: paid }) => ({ asset, amount: amount(paid) })),
    tradedAt: Math.max(...fills.map(({ tradedAt }) => tradedAt)),
  };
}

async function namedRuns({ keys }: Pick<BotDeps, 'keys'>, runs: readonly StoredRun[]): Promise<Named[]> {
  const [first] = runs;
  if (!first) return [];
  const opened = await keys.byIds(
    first.run.userId,
    runs.map(({ run }) => run.keyId),
  );
  return runs.map((stored) => ({ stored, keyName: opened.get(stored.run.keyId)?.name ?? '' }));
}

/** What a bot bought and sold on all its keys, the newest first. */
export async function dealsOf(
  deps: Pick<BotDeps, 'keys' | 'db' | 'markets'>,
  runs: readonly StoredRun[],
): Promise<BotDeal[]> {
  const named = await namedRuns(deps, runs);
  const ofDeals = await dealTrades(deps, named);
  return named
    .flatMap((of) => of.stored.orders.flatMap((order) => dealOf(deps, order, of) ?? []))
    .concat(ofDeals)
    .toSorted((one, other) => other.tradedAt - one.tradedAt || (one.dealId < other.dealId ? 1 : -1));
}

/** A sentence of a bot's log. */
interface Reason {
  at: number;
  connectorName: string;
  level: number | null;
  text: string;
}

/** What an order was for. */
function legText({ leg, turn }: OrderRow, inBasket: boolean): string {
  return inBasket && leg !== 'stop' ? `Rebalancing ${turn}` : LEGS[leg];
}

const LEGS = { start: 'At the start', stop: 'At the stop', buy: 'Its line below', sell: 'Its line above' } as const;
const ENDS: Partial<Record<OrderRow['state'], string>> = {
  sending: 'is on its way',
  unknown: 'has no answer yet and is looked up',
  filled: 'was filled',
  cancelled: 'was canceled',
  expired: 'has expired',
  rejected: 'was refused',
};

function orderText(order: OrderRow, assets: { base: string; counter: string }, inBasket: boolean): string {
  const { side, quantity, price, type, state, reason } = order;
  const at = type === 'market' ? 'at the market' : `at ${grouped(price)} ${assets.counter}`;
  const end = ENDS[state] ?? 'rests';
  const why = reason === null ? '' : ` ${reason}`;
  return `${legText(order, inBasket)}: the order to ${side} ${grouped(quantity)} ${assets.base} ${at} ${end}.${why}`;
}

/** Each order with its reason, and what else is written down of the bot; the newest first. */
export async function reasonsOf(
  deps: Pick<BotDeps, 'keys' | 'markets'>,
  runs: readonly StoredRun[],
  events: readonly { runId: string; level: number | null; text: string; at: number }[],
): Promise<Reason[]> {
  const named = await namedRuns(deps, runs);
  const nameOf = (runId: string) => named.find(({ stored }) => stored.run.id === runId)?.keyName ?? '';
  const orders = named.flatMap(({ stored: { bot, orders: all }, keyName }) => {
    const inBasket = isBasket(bot);
    return all.map((order) => {
      const pair = deps.markets.findPastPair(order.market as Market, order.symbol);
      const assets = { base: pair?.base ?? order.symbol, counter: pair?.counter ?? '' };
      return {
        at: order.updatedAt,
        connectorName: keyName,
        level: order.level === 0 || inBasket ? null : order.level,
        text: orderText(order, assets, inBasket),
      };
    });
  });
  const logged = events.map(({ runId, level, text, at }) => ({ at, connectorName: nameOf(runId), level, text }));
  return [...orders, ...logged].toSorted((one, other) => other.at - one.at);
}

const COLUMNS = ['traded', 'key', 'asset', 'level', 'side', 'price', 'quantity', 'counter quantity', 'fees'] as const;

export async function* dealsCsv(deals: readonly BotDeal[]): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (const deal of deals)
    yield csvLine([
      new Date(deal.tradedAt).toISOString(),
      deal.connectorName,
      deal.asset,
      String(deal.level),
      deal.side,
      deal.price.toFixed(),
      deal.quantity.toFixed(),
      deal.counterQuantity.toFixed(),
      deal.fees.map(({ asset, amount: paid }) => `${paid.toFixed()} ${asset}`).join('; '),
    ]);
}
