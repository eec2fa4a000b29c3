import type { AlertType, LevelAlert } from '#contracts/alerts.ts';
import { priceText } from '#contracts/rules/decimal.ts';
import type { Big } from 'big.js';
import type { ChartLine } from '../../../../features/chart/chart-line.ts';

const TEXTS: Record<AlertType, { label: string; name: string }> = {
  PRICE_REACHES: { label: 'Alert =', name: 'Alert when the price reaches' },
  PRICE_RISES_ABOVE: { label: 'Alert ▲', name: 'Alert when the price rises above' },
  PRICE_DROPS_BELOW: { label: 'Alert ▼', name: 'Alert when the price drops below' },
};

interface Moving {
  /** Of the pair. */
  tick: Big;
  move: (alert: LevelAlert, price: Big) => Promise<boolean>;
}

export function alertLine(alert: LevelAlert, { tick, move }: Moving): ChartLine {
  const { label, name } = TEXTS[alert.type];
  return {
    id: alert.id,
    kind: 'alert',
    price: alert.price,
    label,
    name: `${name} ${priceText(alert.price, tick)}`,
    movable: {
      title: 'Move alert',
      action: 'Move alert',
      faultAt: () => null,
      resultAt: () => null,
      move: (price) => move(alert, price),
    },
  };
}
