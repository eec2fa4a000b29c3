import { useState } from 'react';
import { type Interval, INTERVALS } from './bars.ts';
import { type IndicatorSettings, loadIndicators, saveIndicators } from './indicators/settings.ts';

const INTERVAL_KEY = 'chart-interval';
const LOG_KEY = 'chart-log';

const storedInterval = (): Interval =>
  INTERVALS.find((interval) => interval === localStorage.getItem(INTERVAL_KEY)) ?? '15m';

export interface ChartSettings {
  interval: Interval;
  logarithmic: boolean;
  indicators: IndicatorSettings;
}

/** How the chart looks, kept on this device. */
export function useChartSettings() {
  const [settings, setSettings] = useState<ChartSettings>(() => ({
    interval: storedInterval(),
    logarithmic: localStorage.getItem(LOG_KEY) === 'yes',
    indicators: loadIndicators(),
  }));
  const change = (next: Partial<ChartSettings>) => {
    if (next.interval) localStorage.setItem(INTERVAL_KEY, next.interval);
    if (next.logarithmic !== undefined) localStorage.setItem(LOG_KEY, next.logarithmic ? 'yes' : 'no');
    if (next.indicators) saveIndicators(next.indicators);
    setSettings((before) => ({ ...before, ...next }));
  };
  return { settings, change };
}
