import { useQuery } from '@tanstack/react-query';
import { ChartSpline } from 'lucide-react';
import type { Backtest, BacktestDetail } from '#contracts/backtests.ts';
import { useLiveState, useLiveTopic } from '../../live/live-provider.tsx';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState, sentenceOf } from '../../ui/states.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { backtestDetail, backtestList, isUnderWay } from './backtests.queries.ts';
import { coverText } from './cover-text.ts';
import { useRemoveBacktest } from './backtests.mutations.ts';
import styles from './backtests-screen.module.css';
import { Files } from './files/files.tsx';
import { ReportView } from './report/report-view.tsx';
import { bestText } from './search/run-of-row.ts';
import { SearchView } from './search/search-view.tsx';
import { botName } from './run/bot-pairs.ts';
import { percentText, utcDay } from './shown.ts';
import { StopOrDelete } from './stop-or-delete.tsx';

interface Props {
  /** The run whose report is open. */
  shownId: string | null;
  onShow: (backtestId: string | null) => void;
  offline: boolean;
}

const STATES: Record<Backtest['state'], string> = {
  queued: 'Waits for its turn',
  running: 'Runs',
  done: 'Done',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  failed: 'Failed',
};

const nameOf = ({ request: { bot } }: Backtest): string => botName(bot);

const timeOf = ({ request: { from, to, interval } }: Backtest): string =>
  `${utcDay(from)} to ${utcDay(to)}, bars of ${interval}`;

/** Of the report, or of the search. */
function pricesText({ report, search, request }: BacktestDetail): string {
  const data = report?.data ?? search?.data;
  const text = data ? coverText(data, request) : null;
  return text === null ? '' : `; ${text}`;
}

function State({ run }: { run: Backtest }) {
  const percent = Math.floor(run.progress * 100);
  if (run.state === 'done' && run.return !== null)
    return <span className={run.return < 0 ? styles.loss : styles.profit}>{percentText(run.return)}</span>;
  if (run.state !== 'running') return <span>{STATES[run.state]}</span>;
  return (
    <span className={styles.running}>
      <progress max={100} value={percent} aria-label={`${nameOf(run)}: ${percent}%`} /> {percent}%
    </span>
  );
}

interface RowProps {
  run: Backtest;
  isShown: boolean;
  offline: boolean;
  onShow: (backtestId: string | null) => void;
}

function Row({ run, isShown, offline, onShow }: RowProps) {
  const removing = useRemoveBacktest();
  const { backtestId } = run;
  const remove = () => {
    // Its report goes with it.
    if (isShown && !isUnderWay(run)) onShow(null);
    removing.mutate(run);
  };
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown || undefined}
        onClick={() => onShow(backtestId)}
      >
        <span className={styles.name}>{nameOf(run)}</span>
        <span className={styles.small}>
          {timeOf(run)}
          {run.request.search ? ', search' : ''}
          {run.request.bestOf ? `, ${bestText(run.request.bestOf)}` : ''}
        </span>
      </button>
      <State run={run} />
      <StopOrDelete run={run} name={nameOf(run)} offline={offline} busy={removing.isPending} onPress={remove} />
      {removing.error ? (
        <p role="alert" className={styles.fault}>
          {sentenceOf(removing.error)}
        </p>
      ) : null}
    </li>
  );
}

function Shown({ backtestId, offline, onShow }: { backtestId: string } & Pick<Props, 'offline' | 'onShow'>) {
  const isLive = useLiveState().kind === 'live';
  const { data, error, refetch, isFetching } = useQuery(backtestDetail(backtestId, isLive));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton lines={6} height="60px" label="Loading the report" />;
  return (
    <section aria-label={nameOf(data)} className={styles.shown}>
      <h2>{nameOf(data)}</h2>
      <p className={styles.small}>
        {timeOf(data)}
        {data.request.bestOf ? `, ${bestText(data.request.bestOf)}` : ''}
        {pricesText(data)}
      </p>
      {data.report ? <ReportView backtestId={backtestId} type={data.request.bot.type} report={data.report} /> : null}
      {data.search ? <SearchView run={data} search={data.search} offline={offline} onShow={onShow} /> : null}
      {data.report || data.search ? null : (
        <output>
          {STATES[data.state]}
          {data.state === 'running' ? `: ${Math.floor(data.progress * 100)}%` : '.'} {data.error}
        </output>
      )}
    </section>
  );
}

const none = (
  <Empty
    icon={ChartSpline}
    title="No runs yet"
    action={
      <ButtonLink to="/bots" variant="quiet">
        Choose a bot
      </ButtonLink>
    }
  >
    Choose a template of a bot: its form shows the last 30 days, and runs it over a longer time.
  </Empty>
);

const LOADING = (
  <Card title="Runs" className={styles.loading}>
    <Skeleton lines={4} label="Loading your runs" />
  </Card>
);
const FILES = (
  <Card title="Your files of prices" className={styles.list}>
    <Files />
  </Card>
);

/** The focus stays here when the run that had it is deleted. */
function Runs({ runs, shownId, ...of }: Props & { runs: readonly Backtest[] }) {
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <Card title="Runs" className={styles.list}>
      <div {...kept}>
        {runs.length === 0 ? none : null}
        <ul>
          {runs.map((run) => (
            <Row key={run.backtestId} run={run} isShown={run.backtestId === shownId} {...of} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** The screen before the runs are known. */
export const BacktestsSkeleton = () => (
  <div className={styles.page} inert>
    {LOADING}
    {FILES}
  </div>
);

/** Runs of bots over the past, the report of one, and files of prices. */
export function BacktestsScreen({ shownId, onShow, offline }: Props) {
  useLiveTopic('backtest');
  const query = useQuery(backtestList(useLiveState().kind === 'live'));
  const { error, isFetching, refetch } = query;
  const runs = useDeferredData(query.data);
  return (
    <div className={styles.page}>
      <AsOf of={query} offline={offline} changes="nothing is run" />
      {shownId ? <Shown key={shownId} backtestId={shownId} offline={offline} onShow={onShow} /> : null}
      {runs ? (
        <Runs runs={runs} shownId={shownId} offline={offline} onShow={onShow} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        LOADING
      )}
      {FILES}
    </div>
  );
}
