import type { Big } from 'big.js';
import type { PlaceOrder } from '#contracts/orders.ts';
import { amountDecimals } from '#contracts/rules/amount-decimals.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { DealBlock, DealExits, DealStep, UnitOrder } from '../../../domain/strategies/deals/deal-facts.ts';
import { isHeld } from '../../../domain/strategies/deals/shared-steps.ts';
import { stopOfUnit } from '../../../domain/strategies/signals/turtle-step.ts';
import { type OrderCommands, readViews } from '../../orders/index.ts';
import type { BotDeps } from '../deps.ts';
import { priceText, signedText } from '../plan/field-note.ts';
import { leftOfDeal } from './left-over.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { dealBlock, dealMoved } from '../deals/deal-books.ts';
import { dealSettings } from '../runs/deal-settings.ts';
import { exitsOfDeal } from '../runs/signal-deal.ts';
import { dealBlockId } from '../deals/deal-id.ts';
import type { DealBlockRow, DealWork, StoredDeal } from '../deals/deals.store.ts';

export interface ActionDeps extends Pick<BotDeps, 'db' | 'clock' | 'markets'> {
  deals: DealWork;
  orders: Pick<OrderCommands, 'place' | 'joinOfBot' | 'setExits' | 'changeExits' | 'removeExits' | 'close' | 'remove'>;
}

/** A deal that is worked on. */
export interface Worked {
  stored: StoredRun;
  deal: StoredDeal;
  pair: ExchangePair;
}

type Waited = Pick<UnitOrder, 'trigger' | 'range'>;
type Step<Do extends DealStep['do']> = Extract<DealStep, { do: Do }>;

const rowOf = ({ deal }: Worked, block: DealBlock): DealBlockRow => {
  const found = deal.blocks.find(({ row }) => row.blockId === block.id);
  if (!found) throw new Error(`The deal has no block ${block.id}.`);
  return found.row;
};

/** Where its exits are, for its log. */
const exitsText = ({ takeProfit, stop }: DealExits, pair: Pick<ExchangePair, 'tick'>): string =>
  [takeProfit && `take profit ${priceText(takeProfit, pair)}`, stop && `stop ${priceText(stop, pair)}`]
    .filter((part) => part !== null)
    .join(', ');

const symbolNameOf = ({ symbol }: ExchangePair): string => symbol.toLowerCase();

/** Its row is written first; the next pass places it, once. */
async function write(
  { deals, clock }: ActionDeps,
  { stored, deal }: Worked,
  { order }: Step<'place'>,
): Promise<boolean> {
  const of = { runId: stored.run.id, deal: deal.row.number };
  const { leg, number, attempt, price, quantity, unit } = order;
  const blockId = dealBlockId(of, order);
  await deals.write(deal.row, { blockId, leg, number, attempt, price, quantity, ...unit, createdAt: clock() });
  return true;
}

/**
 * PB-9: a unit waits on the exchange for its price. Where the market is there already its limit alone goes out, which is
 * what an order that had waited would be by now.
 */
function unitTerms({ markets }: ActionDeps, { stored: { run } }: Worked, unit: Waited): Partial<PlaceOrder> {
  const last = markets.lastPrice(run.market, run.symbol)?.price;
  return last?.gte(unit.trigger) ? {} : { trigger: unit.trigger };
}

/** PB-5: the first order of a ladder is taken back after a minute; the entry of a signal goes out with its exits. */
function termsOf(deps: ActionDeps, worked: Worked, { leg, trigger, range }: DealBlockRow): Partial<PlaceOrder> {
  const { stored, deal, pair } = worked;
  const settings = dealSettings(stored);
  if (settings.by === 'ladder') return leg === 'base' ? { expiresAfter: MINUTE } : {};
  if (settings.by === 'breakout') {
    if (!trigger || !range) throw new Error(`A unit of deal ${deal.row.number} waits for no price.`);
    const unit = { trigger, range };
    return { ...unitTerms(deps, worked, unit), stopLossPrice: stopOfUnit(unit, pair) };
  }
  const { takeProfit, stop } = exitsOfDeal(deal, settings, pair);
  const { trailing } = settings.deals;
  if (stop && trailing)
    return {
      takeProfits: takeProfit ? [{ price: takeProfit, share: ONE }] : [],
      stopLoss: { price: stop, trailing: { percent: trailing.times(100) } },
    };
  return { takeProfitPrice: takeProfit, stopLossPrice: stop };
}

async function place(deps: ActionDeps, worked: Worked, { block }: Step<'retry'>): Promise<boolean> {
  const { deals, orders, clock, markets } = deps;
  const { stored, pair } = worked;
  const { run, bot } = stored;
  const row = rowOf(worked, block);
  // Without a price it is not known whether it has to wait.
  if (row.trigger && !markets.lastPrice(run.market, run.symbol)) return false;
  const [price, quantity] = [row.price ?? ZERO, row.quantity ?? ZERO];
  const placed = await orders.place(
    run.userId,
    {
      section: 'buy',
      market: run.market as Market,
      symbolName: symbolNameOf(pair),
      price,
      counterQuantity: price.times(quantity),
      counterEarning: true,
      mainUid: run.keyId,
      alone: !bot.copyKeys,
      bot: { id: bot.id, name: bot.name },
      ...termsOf(deps, worked, row),
    },
    row.blockId,
  );
  if (placed.outcome === 'refused') await deals.fail(run, row, { text: placed.error, now: clock() });
  return true;
}

async function join(
  { db, deals, orders, clock }: ActionDeps,
  { stored, deal, pair }: Worked,
  step: Step<'join'>,
): Promise<boolean> {
  const { run, bot } = stored;
  const of = { leg: 'joined', number: step.number, attempt: 1 } as const;
  const blockId = dealBlockId({ runId: run.id, deal: deal.row.number }, of);
  const nothing = { price: null, quantity: null, trigger: null, range: null };
  const row = { ...of, ...nothing, blockId, createdAt: clock() };
  await deals.write(deal.row, row);
  await deals.joined(deal.row, clock());
  const { takeProfit, stop } = step.exits;
  const wanted = {
    market: run.market as Market,
    symbolName: symbolNameOf(pair),
    blockIds: step.blocks.map(({ id }) => id),
    takeProfitPrice: takeProfit,
    stopLossPrice: stop,
  };
  const { outcome } = await orders.joinOfBot(run.userId, wanted, { blockId, botId: bot.id });
  if (outcome !== 'refused' || (await readViews(db, run.userId, [blockId])).length > 0) {
    const added = dealSettings(stored).by === 'breakout' ? 'A unit' : 'An addition';
    const text = `${added} has filled: ${exitsText(step.exits, pair)} for all that was bought.`;
    await deals.log(run, { text, now: clock() });
    return true;
  }
  await deals.forget({
    ...row,
    userId: run.userId,
    runId: run.id,
    deal: deal.row.number,
    takenDown: false,
    fault: null,
  });
  return false;
}

async function protect(
  { orders, deals, clock }: ActionDeps,
  { stored: { run }, pair }: Worked,
  { block, exits }: Step<'protect'>,
): Promise<boolean> {
  const { takeProfit, stop } = exits;
  const desired = {
    blockId: block.id,
    byBot: true,
    ...(takeProfit && { takeProfitPrice: takeProfit }),
    ...(stop && { stopLossPrice: stop }),
  };
  const { errorMessage } = await orders.setExits(run.userId, desired);
  const bought = block.entry === 'resting' ? 'An addition has filled in part' : 'Bought';
  if (errorMessage === null) await deals.log(run, { text: `${bought}: ${exitsText(exits, pair)}.`, now: clock() });
  return errorMessage === null;
}

/** PB-9: its stop goes up. */
async function raise(
  { orders, deals, clock }: ActionDeps,
  { stored: { run }, pair }: Worked,
  { block, exits }: Step<'raise'>,
): Promise<boolean> {
  const desired = { blockId: block.id, byBot: true, ...(exits.stop && { stopLossPrice: exits.stop }) };
  const { errorMessage } = await orders.changeExits(run.userId, desired);
  if (errorMessage === null)
    await deals.log(run, { text: `Its stop goes up: ${exitsText(exits, pair)}.`, now: clock() });
  return errorMessage === null;
}

async function cancel({ deals, orders }: ActionDeps, worked: Worked, { block }: Step<'cancel'>): Promise<boolean> {
  await deals.takeDown(rowOf(worked, block));
  return (await orders.remove(worked.stored.run.userId, block.id)).error === null;
}

/** What the exchange refuses is tried again, with a pause. */
async function close({ orders }: ActionDeps, { stored: { run } }: Worked, { block }: Step<'close'>): Promise<boolean> {
  const closed = await orders.close(run.userId, { blockId: block.id, targeted: true });
  return closed.error === null && closed.changed.failed.length === 0;
}

/** C-9: what it came to, with the coins that were too little to be sold. */
function resultText({ markets }: ActionDeps, { stored: { run }, deal, pair }: Worked, counter: Big): string {
  const held = deal.blocks.map((block) => dealBlock(block, pair)).filter(isHeld);
  const base = held.reduce((sum, { bought }) => sum.plus(bought.net), ZERO);
  const left = leftOfDeal(base, markets.lastPrice(run.market, run.symbol)?.price ?? null, pair);
  const places = amountDecimals(markets.usdtOf(run.market as Market, pair.counter));
  return [`${signedText(counter, places)} ${pair.counter}.`, left].filter((part) => part !== null).join(' ');
}

async function finish(deps: ActionDeps, worked: Worked, { reason }: Step<'over'>): Promise<boolean> {
  const { deals, clock } = deps;
  const { stored, deal, pair } = worked;
  const moved = dealMoved(deal, pair);
  const { number, ending } = deal.row;
  const result = ending === 'keep' ? 'its coins stay with you.' : resultText(deps, worked, moved.counter);
  const isEmpty = moved.base.eq(0) && moved.counter.eq(0);
  const text = `Deal ${number} is over: ${isEmpty ? `it bought nothing. ${reason ?? ''}`.trim() : result}`;
  return deals.over(stored.run, deal.row, { ...moved, blocks: deal.blocks.map(({ row }) => row), text, now: clock() });
}

/** Does one step. False where nothing has changed: it is tried again later. */
export async function actOn(
  deps: ActionDeps,
  worked: Worked,
  step: Exclude<DealStep, { do: 'wait' }>,
): Promise<boolean> {
  const { orders, deals, clock } = deps;
  const { run } = worked.stored;
  switch (step.do) {
    case 'place':
      return write(deps, worked, step);
    case 'retry':
      return place(deps, worked, step);
    case 'join':
      return join(deps, worked, step);
    case 'protect':
      return protect(deps, worked, step);
    case 'raise':
      return raise(deps, worked, step);
    case 'cancel':
      return cancel(deps, worked, step);
    case 'unprotect':
      return (await orders.removeExits(run.userId, step.block.id)).errorMessage === null;
    case 'close':
      return close(deps, worked, step);
    case 'end':
      await deals.end(run, worked.deal.row, { ending: 'sell', text: step.reason, now: clock() });
      return true;
    default:
      return finish(deps, worked, step);
  }
}
