import { useEffect, useMemo, useRef } from 'react';
import { IndicatorLegend, writeValues } from './indicator-legend.tsx';
import type { Drawing } from '../plot/drawing.ts';
import { indicatorLayer } from './indicator-layer.ts';
import { indicatorsOf } from './indicators.ts';
import type { IndicatorSettings } from './settings.ts';

interface Props {
  drawing: Drawing;
  settings: IndicatorSettings;
}

/** Draws the indicators that are switched on, and shows their values. */
export function IndicatorsOn({ drawing, settings }: Props) {
  const legend = useRef<HTMLParagraphElement>(null);
  const indicators = useMemo(() => indicatorsOf(settings), [settings]);
  useEffect(() => {
    const options = { colors: drawing.colors(), decimals: drawing.decimals };
    const drawn = indicators.map((indicator) => {
      const layer = indicatorLayer(drawing.chart, indicator, options);
      return { indicator, layer, remove: drawing.addLayer(layer) };
    });
    drawing.setAhead(Math.max(0, ...indicators.map(({ settled }) => settled)));
    const stop = drawing.watchShown(() => {
      const now = drawing.shown();
      if (now && legend.current) writeValues(legend.current, { drawn, bar: now.bar, decimals: drawing.decimals });
    });
    return () => {
      stop();
      drawing.setAhead(0);
      for (const { remove } of drawn) remove();
    };
  }, [drawing, indicators]);
  return <IndicatorLegend ref={legend} indicators={indicators} />;
}
