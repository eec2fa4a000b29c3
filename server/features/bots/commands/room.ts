import { type BotPlan, opensDeals, takesSignals } from '#contracts/bot-settings.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { BotDeps } from '../deps.ts';
import { pairName } from '../plan/field-note.ts';
import type { PreparedBot } from '../plan/prepare-bot.ts';

/** C-16: of a pair's orders and of its order lists, kept for their owner. */
const KEPT_FREE = 20;
const KEPT_LISTS = 5;

/** PB-9: the next unit, and the stop of all. */
const SLOTS_OF_BREAKOUT = 2;
const WAITS_FOR_PRICE: ReadonlySet<ExchangeOrder['type']> = new Set([
  'stop',
  'stop-limit',
  'take-profit',
  'take-profit-limit',
]);

interface Room {
  pair: ExchangePair;
  open: readonly ExchangeOrder[];
  /** Levels of a side whose next order the exchange is to hold. */
  held: number;
}

/** An order and the one that follows it are a list. */
function listFault({ pair, open, held }: Room): string | null {
  const { orderLists: most } = pair.limits;
  if (most === null || held === 0) return null;
  const lists = new Set(open.flatMap(({ exchangeListId }) => exchangeListId ?? [])).size;
  const room = Math.max(0, Math.floor((most - lists - KEPT_LISTS) / 2));
  return held <= room
    ? null
    : `${pairName(pair)} takes ${most} order lists on a key; ${lists} are open. Let at most ${room} levels a side turn without us.`;
}

/**
 * Orders that wait for a price: an entry of a signal goes out with its stop, so each place needs one. An averaging bot asks for
 * none: where the exchange takes no more, this server watches its stop (EX-13).
 */
function slotsOf(plan: BotPlan): number {
  if (!opensDeals(plan) || plan.type === 'averaging') return 0;
  if (!takesSignals(plan)) return SLOTS_OF_BREAKOUT;
  return plan.settings.stop === null ? 0 : plan.settings.places;
}

function slotFault({ pair, open }: Room, wanted: number): string | null {
  const { algoOrders: most } = pair.limits;
  if (most === null || wanted === 0) return null;
  const waiting = open.filter(({ type }) => WAITS_FOR_PRICE.has(type)).length;
  return wanted + waiting <= most
    ? null
    : `${pairName(pair)} takes ${most} orders that wait for a price on a key; ${waiting} are open, and this bot needs ${wanted}.`;
}

function orderFault({ pair, open, held }: Room, levels: number): string | null {
  const { orders: most } = pair.limits;
  if (most === null) return null;
  const room = most - open.length - KEPT_FREE - 2 * held;
  return levels <= room
    ? null
    : `${pairName(pair)} takes ${most} open orders on a key; ${open.length} are open. Use at most ${Math.max(0, room)} steps.`;
}

/** C-16: why a key has no room for the orders of a run, which takes the place of those that are `freed`. */
export async function roomFault(
  { markets }: Pick<BotDeps, 'markets'>,
  plan: BotPlan,
  { key, pair, run, freed }: Pick<PreparedBot, 'key' | 'pair' | 'run'> & { freed?: ReadonlySet<string> },
): Promise<string | null> {
  const { orders, orderLists, algoOrders } = pair.limits;
  if (!run || (orders === null && orderLists === null && algoOrders === null)) return null;
  const open = await markets.exchange(key.market).openOrders(key.credentials, pair.symbol);
  if (open.outcome !== 'ok') return 'The exchange does not say which orders are open. Try again in a moment.';
  const asked = 'heldMirrors' in plan.settings ? (plan.settings.heldMirrors ?? 0) : 0;
  const others = open.value.filter(({ clientOrderId }) => !freed?.has(clientOrderId));
  const room: Room = { pair, open: others, held: pair.lists.has('oto') ? asked : 0 };
  return slotFault(room, slotsOf(plan)) ?? listFault(room) ?? orderFault(room, run.levels.length);
}
