import type { OrderBlock } from '#contracts/order-block.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { openBooks, resultAt } from '#contracts/rules/open-result.ts';
import { distanceText } from '#contracts/rules/price-distance.ts';
import { targetFault } from '#contracts/rules/target-bounds.ts';
import type { Big } from 'big.js';
import type { ChartLine, Movable } from '../../../../features/chart/chart-line.ts';
import { mayChange } from '../../../../features/orders/change-entry.ts';
import { priceFault, wrongWayText } from '../../../../features/orders/rows/change/change-draft.ts';
import { contextOf, waits } from '../../../../features/orders/rows/targets/target-text.ts';
import type { Target } from '../../../../features/orders/targets.ts';

export interface LineMoves {
  /** Latest price; null if unknown. */
  marketPrice: () => Big | null;
  moveEntry: (block: OrderBlock, price: Big) => Promise<boolean>;
  moveTarget: (block: OrderBlock, to: { target: Target; price: Big }) => Promise<boolean>;
  /** Of a plan: its stop, or the take profit of this number, from 1. */
  movePlanned: (block: OrderBlock, to: { target: number | 'stop'; price: Big }) => Promise<boolean>;
}

const NAMES = { takeProfit: 'take profit', stopLoss: 'stop loss' } as const;

/** Targets that are being changed, or wait for the user's decision, cannot be moved. */
const mayMoveTargets = (block: OrderBlock): boolean =>
  block.interference === null &&
  (block.status === 'targets-placed' || block.status === 'partly-filled' || waits(block));

function movable(block: OrderBlock, target: Target, { marketPrice, moveTarget }: LineMoves): Movable {
  const { symbol, counterEarning } = block;
  const books = openBooks(block);
  const unit = counterEarning ? symbol.counterCurrency : symbol.baseCurrency;
  return {
    title: `Move ${NAMES[target]}`,
    action: `Set ${NAMES[target]}`,
    faultAt: (price) => {
      const market = marketPrice();
      return market && targetFault(target, price, contextOf(block, market));
    },
    resultAt: (price) => {
      const result = books && resultAt(books, price);
      return result && { ...result, unit };
    },
    move: (price) => moveTarget(block, { target, price }),
  };
}

function movableEntry(block: OrderBlock, { moveEntry }: LineMoves): Movable {
  return {
    title: `Move ${block.section} order`,
    action: 'Change order',
    faultAt: (price) => priceFault(block, price),
    resultAt: () => null,
    orderAt: (price, market) => ({
      place: distanceText(block.section, price, market),
      warning: wrongWayText(block, { price, quantity: block.firstPlacedQuantity }, market),
    }),
    move: (price) => moveEntry(block, price),
  };
}

const FIELDS = {
  takeProfit: { price: 'secondTakeProfitPlacedPrice', kind: 'take-profit', label: 'TP', name: 'Take profit' },
  stopLoss: { price: 'secondStopLossPlacedPrice', kind: 'stop-loss', label: 'SL', name: 'Stop loss' },
} as const;

/** A line per take profit of a plan that has not filled, and its stop. */
function planLines(block: OrderBlock, plan: NonNullable<OrderBlock['plan']>, moves: LineMoves): ChartLine[] {
  const line = (target: Target, of: { to: number | 'stop'; price: Big; suffix: string }): ChartLine => ({
    id: `${block.blockId} ${target}${of.suffix}`,
    kind: FIELDS[target].kind,
    price: of.price,
    label: `${FIELDS[target].label}${of.suffix}`,
    name: `${FIELDS[target].name}${of.suffix} of the ${block.section} block at ${grouped(of.price, block.counterRound)}`,
    movable: mayMoveTargets(block)
      ? {
          ...movable(block, target, moves),
          resultAt: () => null,
          move: (price) => moves.movePlanned(block, { target: of.to, price }),
        }
      : null,
  });
  const { takeProfits, stopLoss } = plan;
  return [
    ...takeProfits.flatMap(({ price, isFilled }, at) =>
      isFilled ? [] : [line('takeProfit', { to: at + 1, price, suffix: ` ${at + 1}` })],
    ),
    ...(stopLoss ? [line('stopLoss', { to: 'stop', price: stopLoss.at, suffix: '' })] : []),
  ];
}

const entryPrice = ({ firstFilledQuantity, firstFilledPrice, firstPlacedPrice }: OrderBlock): Big =>
  firstFilledQuantity.gt(0) ? firstFilledPrice : firstPlacedPrice;

const entryWords = ({ section, filledQuantity, firstPlacedQuantity, symbol }: OrderBlock): string =>
  `${section === 'buy' ? 'Buy' : 'Sell'} entry of ${grouped(firstPlacedQuantity)} ${symbol.baseCurrency}, ${
    filledQuantity.gte(100) ? 'filled' : `${filledQuantity.toFixed()}% filled`
  }`;

/** A line per limit of a ladder that waits; what has filled of it has one at its average. */
function limitLines(
  { blockId, filledQuantity, counterRound }: OrderBlock,
  limits: NonNullable<OrderBlock['limits']>,
  entry: ChartLine,
): ChartLine[] {
  const waiting = limits.flatMap(({ price, open }, at) =>
    open
      ? [
          {
            ...entry,
            id: `${blockId} limit ${at + 1}`,
            price,
            label: `${entry.label} ${at + 1}`,
            name: `Limit ${at + 1} of ${limits.length} at ${grouped(price, counterRound)}`,
            movable: null,
          },
        ]
      : [],
  );
  return filledQuantity.gt(0) ? [entry, ...waiting] : waiting;
}

/** Entry and targets of a block's main key. */
export function blockLines(block: OrderBlock, moves: LineMoves): ChartLine[] {
  const { blockId, section, counterRound } = block;
  const price = block.trigger ?? entryPrice(block);
  if (!block.open || price.eq(0)) return [];
  const entry: ChartLine = {
    id: blockId,
    kind: section,
    price,
    label: section === 'buy' ? 'Buy' : 'Sell',
    name: entryWords(block),
    movable: price.eq(block.firstPlacedPrice) && mayChange(block) ? movableEntry(block, moves) : null,
  };
  const entries = block.limits ? limitLines(block, block.limits, entry) : [entry];
  if (block.plan) return [...entries, ...planLines(block, block.plan, moves)];
  const targets = (['takeProfit', 'stopLoss'] as const).flatMap((target): ChartLine[] => {
    const { price: field, kind, label, name } = FIELDS[target];
    if (block[field].eq(0)) return [];
    return [
      {
        id: `${blockId} ${target}`,
        kind,
        price: block[field],
        label,
        name: `${name} of the ${section} block at ${grouped(price, counterRound)}`,
        movable: mayMoveTargets(block) ? movable(block, target, moves) : null,
      },
    ];
  });
  return [...entries, ...targets];
}
