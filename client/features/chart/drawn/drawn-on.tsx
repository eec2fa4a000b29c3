import type { PlotProps } from '../plot-props.ts';
import type { Drawing } from '../plot/drawing.ts';
import type { DrawnTrend } from './drawn-lines.ts';
import { Placement } from './placement.tsx';
import { Trends } from './trends.tsx';

/** Trend lines, and the line that is being placed. */
export function DrawnOn(props: PlotProps & { drawing: Drawing }) {
  const { drawing, pair, length, logarithmic, tools } = props;
  const of = { drawing, pair, length };
  const trends = tools.lines.filter((line): line is DrawnTrend => line.kind === 'trend');
  return (
    <>
      <Trends {...of} trends={trends} onChange={tools.change} onOpen={tools.edit} />
      {tools.act?.at === 'placing' ? (
        <Placement
          {...of}
          key={tools.act.kind}
          kind={tools.act.kind}
          logarithmic={logarithmic}
          onDrawn={tools.add}
          onType={props.onType}
          onCancel={tools.done}
        />
      ) : null}
    </>
  );
}
