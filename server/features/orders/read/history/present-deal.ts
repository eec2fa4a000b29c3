import type { Big } from 'big.js';
import type { Deal } from '#contracts/deals.ts';
import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { stateOf } from '../../../../domain/position/state.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import { intentOf } from '../../intent.ts';
import type { PositionView } from '../../store/block-view.store.ts';
import { average, type FilledPart, filledPart } from '../figures/filled-part.ts';
import { shownAverage } from '../figures/target-fields.ts';
import type { TradedPart } from './ended-parts.ts';

const EXITS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;

/** What all trades of a position paid, by asset. */
export function feesOf({ fills }: Pick<PositionView, 'fills'>): { asset: string; amount: Big }[] {
  const fees = Map.groupBy(
    fills.filter(({ commission }) => commission.gt(0)),
    ({ commissionAsset }) => commissionAsset,
  );
  return [...fees].map(([asset, own]) => ({
    asset,
    amount: wireAmount(own.reduce((sum, { commission }) => sum.plus(commission), ZERO)),
  }));
}

const openedAt = ({ fills, row }: PositionView): number =>
  fills.length > 0 ? Math.min(...fills.map(({ tradedAt }) => tradedAt)) : row.createdAt;

const shown = (amount: Big | null, decimals: number): Big | null => amount && wireAmount(floored(amount, decimals));

/** One key's part of an ended block, as the history page and its CSV show it. */
export function presentDeal({ view, position, context, at, currency, profit, percent }: TradedPart): Deal {
  const { block } = view;
  const pair = context.shown;
  const entry = filledPart(position, ['entry']);
  const exit = filledPart(position, EXITS);
  const priceOf = (part: FilledPart): Big | null => (average(part).gt(0) ? shownAverage(part, context) : null);
  return {
    blockId: block.id,
    uid: position.keyId,
    connectorName: position.keyName,
    inGroup: position.row.ordinal > 0,
    market: block.market,
    symbolName: pair.name,
    baseCurrency: pair.baseCurrency,
    counterCurrency: pair.counterCurrency,
    section: block.section,
    counterEarning: block.counterEarning,
    status: stateOf(position, intentOf(view, position), position.row.endReason),
    openedAt: openedAt(position),
    closedAt: at,
    entryPrice: priceOf(entry),
    exitPrice: priceOf(exit),
    priceDecimals: pair.counterRound,
    quantity: wireAmount(entry.quantity),
    quantityDecimals: pair.baseRound,
    fees: feesOf(position),
    profit: shown(profit, WIRE_DECIMALS),
    percent: shown(percent, PERCENT_DECIMALS),
    currency,
    decimals: block.counterEarning ? pair.counterAmountDecimals : pair.baseAmountDecimals,
  };
}
