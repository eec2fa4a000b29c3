import { priceText } from '#contracts/rules/decimal.ts';
import { targetFault } from '#contracts/rules/target-bounds.ts';
import type { Big } from 'big.js';
import type { ChartLine } from '../../../../features/chart/chart-line.ts';
import type { DraftLine } from '../../../../features/orders/form/draft-lines.ts';

const TARGETS = {
  takeProfit: { kind: 'take-profit', label: 'TP', name: 'Take profit' },
  stopLoss: { kind: 'stop-loss', label: 'SL', name: 'Stop loss' },
} as const;

/** A target that is typed into the order form: its handle types the price. */
export function draftLine({ target, number, price, entry, side, move }: DraftLine, tick: Big): ChartLine {
  const { kind, label, name } = TARGETS[target];
  const at = number === null ? '' : ` ${number}`;
  return {
    id: `form ${target}${at}`,
    kind,
    price,
    label: `${label}${at}`,
    name: `${name}${at} of the order form at ${priceText(price, tick)}`,
    movable: {
      title: `Move ${name.toLowerCase()}`,
      action: `Set ${name.toLowerCase()}`,
      faultAt: (to) => targetFault(target, to, { side, market: entry, tick }),
      resultAt: () => null,
      move: (to) => {
        move(to);
        return Promise.resolve(true);
      },
    },
  };
}
