import type { Big } from 'big.js';
import { MINUTE } from '#contracts/rules/time.ts';
import { ONE } from '#contracts/rules/decimal.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { cutShare } from './opening-deals.ts';
import type { SignalDeals } from './signal-deals.ts';
import type { FlowSettings } from './smart-money.ts';

/** PB-3 to PB-7, as a person types it: amounts in counter units, distances in percent. */
export interface TypedDeals {
  /** Of its bars; left out, its entries are valid for minutes. */
  interval?: ClosingInterval;
  invest: Big;
  places: number;
  amount: Big | null;
  share?: Big | null | undefined;
  reinvest: boolean;
  entry: 'limit' | 'now';
  valid: number;
  takeProfit: Big | null;
  stop: Big | null;
  trailing: Big | null;
}
export interface TypedFlow {
  factor: Big;
  mean: number;
  look: number;
  bars: number;
  flow: Big;
}

const fraction = (percent: Big | null): Big | null => percent?.div(100) ?? null;

/** As rules compare them. */
export const signalDealsOf = (of: TypedDeals): SignalDeals => ({
  amount: of.amount
    ? { by: 'fixed', amount: of.amount }
    : { by: 'share', share: fraction(of.share ?? null) ?? ONE.div(of.places) },
  reinvest: of.reinvest,
  entry: of.entry,
  // One that trades at once, and has not by the end of the bar, is not wanted any more.
  validFor: (of.interval ? CLOSING_INTERVALS[of.interval] : MINUTE) * (of.entry === 'limit' ? of.valid : 1),
  takeProfit: fraction(of.takeProfit),
  stop: fraction(of.stop),
  trailing: fraction(of.trailing),
});

export const flowSettingsOf = ({ factor, mean, look, bars, flow }: TypedFlow): FlowSettings => ({
  factor: factor.toNumber(),
  mean,
  look,
  bars,
  least: flow.toNumber(),
});

/** PB-4: counter units of a deal while the bot owns what it was given. */
export const amountAtStart = ({
  amount,
  share,
  invest,
  places,
}: Pick<TypedDeals, 'amount' | 'share' | 'invest' | 'places'>): Big =>
  amount ?? cutShare(share ? invest.times(share).div(100) : invest.div(places));
