import type { Big } from 'big.js';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { DealLimits } from './opening-deals.ts';
import type { SignalDeals } from './signal-deals.ts';
import { flowSettingsOf, signalDealsOf, type TypedDeals, type TypedFlow } from './signal-settings.ts';
import type { FlowSettings } from './smart-money.ts';

/** PB-8: bars that stand out. */
export interface BarSettings {
  flow: FlowSettings;
  sellersClose: boolean;
  interval: ClosingInterval;
  /** Of a bar, ms. */
  length: number;
}

/** A signal opens a deal with one entry. */
export interface SignalSettings {
  by: 'signal';
  limits: DealLimits;
  repeat: boolean;
  deals: SignalDeals;
  /** PB-12: null where a hook says when. */
  bars: BarSettings | null;
}

/** As a person types it: seconds and percent. */
interface TypedRun extends TypedDeals {
  coolDown: number;
  dealsADay: number;
  dailyLoss: Big;
}
interface TypedBars extends TypedFlow {
  interval: ClosingInterval;
  sellersClose: boolean;
}

type TypedLimits = Pick<TypedRun, 'places' | 'coolDown' | 'dealsADay' | 'dailyLoss'>;

export const dealLimitsOf = ({ places, coolDown, dealsADay: perDay, dailyLoss }: TypedLimits): DealLimits => ({
  places,
  coolDown: coolDown * SECOND,
  perDay,
  dailyLoss: dailyLoss.div(100),
});

export const barSettingsOf = ({ sellersClose, interval, ...flow }: TypedBars): BarSettings => ({
  flow: flowSettingsOf(flow),
  sellersClose,
  interval,
  length: CLOSING_INTERVALS[interval],
});

/** What the deals of a run go by that signals open; without bars, a hook says when. */
export const signalSettingsOf = (settings: TypedRun, bars: TypedBars | null): SignalSettings => ({
  by: 'signal',
  limits: dealLimitsOf(settings),
  repeat: true,
  deals: signalDealsOf(settings),
  bars: bars && barSettingsOf(bars),
});
