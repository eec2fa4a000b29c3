import { type HistogramData, HistogramSeries, type IChartApi, type UTCTimestamp } from 'lightweight-charts';
import type { Bar } from '../bars.ts';
import { compactNumber } from '../compact.ts';
import type { Colors } from './colors.ts';
import { drawChanged, type Layer } from './layer.ts';

const PANE = 1;
const SHARE = 0.22;

/** Volume below the candles; a bar whose volume is unknown has none. */
export function volumeLayer(chart: IChartApi, colors: Colors): Layer {
  let { rise, fall } = colors;
  const series = chart.addSeries(
    HistogramSeries,
    {
      priceFormat: { type: 'custom', formatter: compactNumber, minMove: 1e-8 },
      lastValueVisible: false,
      priceLineVisible: false,
    },
    PANE,
  );
  series.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } });
  series.getPane().setStretchFactor(SHARE);
  let known: readonly Bar[] = [];
  const data = ({ openTime, open, close, volume }: Bar): HistogramData<UTCTimestamp> | { time: UTCTimestamp } => {
    const time = (openTime / 1000) as UTCTimestamp;
    return volume ? { time, value: volume.toNumber(), color: close.lt(open) ? fall : rise } : { time };
  };
  return {
    setBars(of) {
      known = of.bars;
      drawChanged(series, of, data);
    },
    setLast: (bar) => series.update(data(bar)),
    repaint(next) {
      ({ rise, fall } = next);
      series.setData(known.map(data));
    },
    remove: () => chart.removeSeries(series),
  };
}
