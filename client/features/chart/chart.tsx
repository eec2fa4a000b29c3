import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { INTERVALS } from './bars.ts';
import { candles } from './candles.queries.ts';
import styles from './chart.module.css';
import type { DrawnLine } from './drawn/drawn-lines.ts';
import { useDrawingTools } from './drawn/use-drawing-tools.ts';
import { type ChartProps, LoadState, NoCandles, Stage } from './stage.tsx';
import { Tools, type ToolsProps } from './tools.tsx';
import { useChartSettings } from './use-chart-settings.ts';
import { useFullScreen } from './use-full-screen.ts';

const IndicatorsDialog = lazy(async () => ({
  default: (await import('./indicators/indicators-dialog.tsx')).IndicatorsDialog,
}));

const DrawDialog = lazy(async () => ({ default: (await import('./drawn/draw-dialog.tsx')).DrawDialog }));

const OPTIONS = INTERVALS.map((interval) => ({ value: interval, label: interval }));

const Notice = () => (
  <p className={styles.notice}>
    <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
      TradingView Lightweight Charts™
    </a>{' '}
    © 2025 TradingView, Inc.
  </p>
);

interface BarProps {
  settings: ReturnType<typeof useChartSettings>;
  tools: ToolsProps;
  onMore: () => void;
}

const ToolBar = ({ settings: { settings, change }, tools, onMore }: BarProps) => (
  <div className={styles.bar}>
    <Segments
      label="Candles of"
      labelHidden
      options={OPTIONS}
      value={settings.interval}
      onChange={(interval) => change({ interval })}
    />
    <div className={styles.tools}>
      <Tools {...tools} />
    </div>
    <IconButton icon={SlidersHorizontal} label="Chart tools" className={styles.more} onClick={onMore} />
  </div>
);

/** Each tool leaves the sheet that it stands in. */
const leaving = (tools: ToolsProps, leave: () => void): ToolsProps => {
  const after = (act: () => void) => () => {
    leave();
    act();
  };
  return {
    ...tools,
    onIndicators: after(tools.onIndicators),
    onDraw: after(tools.onDraw),
    onLines: after(tools.onLines),
    onLogarithmic: after(tools.onLogarithmic),
    onFull: after(tools.onFull),
  };
};

type Opened = 'lines' | 'indicators' | 'draw' | 'tools' | null;

interface DialogsProps extends Omit<BarProps, 'onMore'> {
  opened: Opened;
  onDraw: (kind: DrawnLine['kind']) => void;
  onClose: () => void;
}

/** Each loads when it is opened. */
const ChartDialogs = ({ opened, tools, settings: { settings, change }, onDraw, onClose }: DialogsProps) => (
  <>
    <Dialog open={opened === 'tools'} title="Chart tools" onClose={onClose}>
      <div className={styles.sheet}>
        <Tools {...leaving(tools, onClose)} />
      </div>
    </Dialog>
    {opened === 'draw' ? (
      <Suspense>
        <DrawDialog
          onChoose={(kind) => {
            onClose();
            onDraw(kind);
          }}
          onClose={onClose}
        />
      </Suspense>
    ) : null}
    {opened === 'indicators' ? (
      <Suspense>
        <IndicatorsDialog
          settings={settings.indicators}
          onChange={(indicators) => change({ indicators })}
          onClose={onClose}
        />
      </Suspense>
    ) : null}
  </>
);

/** Fills its container, whose height is reserved. */
export function Chart(props: ChartProps) {
  const { market, pair, lines, offlineSince } = props;
  const chartSettings = useChartSettings();
  const { settings, change } = chartSettings;
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const drawn = useDrawingTools({ market, name: pair.name });
  const { box, full, toggle } = useFullScreen();
  const of = { market, name: pair.name, interval: settings.interval };
  const { data: read, error, refetch, isFetching, dataUpdatedAt } = useQuery(candles(of));
  // Creating the canvas takes long: input is handled in between.
  const data = useDeferredData(read);
  const isOld = offlineSince !== null || error !== null;
  const tools: ToolsProps = {
    lines: lines.length + drawn.lines.length,
    logarithmic: settings.logarithmic,
    full,
    disabled: !data?.bars.length,
    onIndicators: () => setOpened('indicators'),
    onDraw: () => setOpened('draw'),
    onLines: () => setOpened('lines'),
    onLogarithmic: () => change({ logarithmic: !settings.logarithmic }),
    onFull: toggle,
  };
  return (
    <section ref={box} className={styles.chart} aria-label={`Chart of ${pair.baseCurrency}/${pair.counterCurrency}`}>
      <ToolBar settings={chartSettings} tools={tools} onMore={() => setOpened('tools')} />
      <div className={styles.stage}>
        {data?.bars.length ? (
          <Stage
            {...props}
            settings={settings}
            tools={drawn}
            history={data}
            asOf={isOld ? dataUpdatedAt : null}
            listed={opened === 'lines'}
            onListed={(listed) => setOpened(listed ? 'lines' : null)}
          />
        ) : null}
        {data?.bars.length === 0 ? <NoCandles /> : null}
        {data ? null : <LoadState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      </div>
      <Notice />
      <ChartDialogs opened={opened} onClose={close} tools={tools} settings={chartSettings} onDraw={drawn.place} />
    </section>
  );
}
