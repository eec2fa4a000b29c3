import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { spikeVolume } from '../../conditions/volume-spike.ts';

/** A bar that has ended. Volumes in one unit, counter or base, for all bars of a series. */
export interface FlowBar {
  close: Big;
  volume: number;
  /** What buyers took of the volume; the rest was taken by sellers. */
  takerBought: number;
}

export interface FlowSettings {
  /** A bar stands out from so many times the mean of the `mean` bars before it. */
  factor: number;
  mean: number;
  /** Bars that are looked at, the last one included. */
  look: number;
  /** Fewest of them that stand out. */
  bars: number;
  /** Flow from which buyers prevail, 0 to 1. */
  least: number;
}

export interface Flow {
  /** Places of the bars that stand out. */
  standsOut: number[];
  /** Of these bars together; null where there is none. */
  outstanding: {
    /** −1, all sold, to 1, all bought. */
    flow: number;
    /** Their closes weighted by volume. */
    price: Big;
  } | null;
}

/** PB-8: what the bars with unusually large volume were, of the last `look`. Null before there are enough bars (PB-10). */
export function flowOf(bars: readonly FlowBar[], settings: FlowSettings): Flow | null {
  const { mean, look, factor } = settings;
  if (bars.length < mean + look) return null;
  const volumes = bars.map(({ volume }) => volume);
  const standsOut: number[] = [];
  for (let at = bars.length - look; at < bars.length; at += 1) {
    const least = spikeVolume(volumes.slice(0, at), { length: mean, factor });
    if (least !== null && (volumes[at] ?? 0) >= least) standsOut.push(at);
  }
  const found = standsOut.flatMap((at) => bars[at] ?? []);
  const volume = found.reduce((sum, bar) => sum + bar.volume, 0);
  if (volume === 0) return { standsOut, outstanding: null };
  const net = found.reduce((sum, bar) => sum + 2 * bar.takerBought - bar.volume, 0);
  const weighted = found.reduce((sum, bar) => sum.plus(bar.close.times(bar.volume)), ZERO);
  return { standsOut, outstanding: { flow: net / volume, price: weighted.div(volume) } };
}

/** PB-8: where the bot buys, on the tick; null where the last bar gives no signal. */
export function smartMoneyEntry(bars: readonly FlowBar[], settings: FlowSettings, tick: Big): Big | null {
  const found = flowOf(bars, settings);
  const last = bars.at(-1);
  if (!last || !found?.outstanding) return null;
  const { standsOut, outstanding } = found;
  const { flow, price } = outstanding;
  const isSignal = standsOut.length >= settings.bars && flow >= settings.least && last.close.gte(price);
  return isSignal ? floorTo(tick, price) : null;
}

/** PB-8: sellers prevail as clearly as buyers have to, so that an open deal is closed. */
export function sellersPrevail(bars: readonly FlowBar[], settings: FlowSettings): boolean {
  const outstanding = flowOf(bars, settings)?.outstanding;
  return outstanding ? outstanding.flow <= -settings.least : false;
}
