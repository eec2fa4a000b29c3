import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { BacktestReport, PreviewRequest } from '#contracts/backtests.ts';
import { whyNotOverPast } from '#contracts/rules/backtest-limits.ts';
import { DAY } from '#contracts/rules/time.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../ui/states.tsx';
import { EquityChart } from './report/charts.tsx';
import { recentPast } from './backtests.queries.ts';
import { coverText } from './cover-text.ts';
import { amountText, percentText, shareText } from './shown.ts';
import styles from './recent-past.module.css';
import type { RunBot } from './run/run-request.ts';

const RunDialog = lazy(async () => ({ default: (await import('./run/run-dialog.tsx')).RunDialog }));

/** */
const SETTLED_MS = 500;

const Sums = ({ report }: { report: BacktestReport }) => (
  <dl className={styles.sums}>
    <div>
      <dt>Total</dt>
      <dd>
        {amountText(report.booked.total, report.currency)} ({percentText(report.booked.return)})
      </dd>
    </div>
    <div>
      <dt>Worst drawdown</dt>
      <dd>{shareText(report.figures.worstDrawdown, 2)}</dd>
    </div>
    <div>
      <dt>Just holding</dt>
      <dd>{amountText(report.holding, report.currency)}</dd>
    </div>
  </dl>
);

interface Props {
  /** As it is typed; null while the fields are not right. */
  bot: RunBot | null;
  offline: boolean;
  /** A run over a longer time has begun. */
  onStarted: (backtestId: string) => void;
}

const DAYS = 30;

/** A pair may have been traded for less than that. */
function fewerDays({ data }: BacktestReport): string {
  const text = coverText(data, { from: data.to - DAYS * DAY, to: data.to });
  return text === null ? '' : `; ${text}`;
}

const Outcome = ({ report }: { report: BacktestReport }) => (
  <>
    <EquityChart report={report} />
    <Sums report={report} />
    <p className={styles.small}>
      With the last {DAYS} days in bars of {report.data.interval}, the worse of two readings{fewerDays(report)}.{' '}
      {report.tooCoarse}
    </p>
  </>
);

interface Answered {
  report: BacktestReport | null;
  /** Why there is none, or none newer. */
  refused: string | null;
}

/** What is said next to the report, or in its place. */
function sentenceOn({ report, refused }: Answered, bot: RunBot | null): string | null {
  if (refused !== null) return refused;
  if (report) return null;
  return bot ? 'It is being run…' : 'It appears once all fields are valid.';
}

/** The answer to what was typed last, and whether it is about what is typed now. */
function useRecentPast(bot: RunBot | null, offline: boolean) {
  const { debounced, pending } = useDebounced<PreviewRequest['bot'] | null>(bot, { wait: SETTLED_MS });
  const query = useQuery({ ...recentPast(offline ? null : debounced), placeholderData: (last) => last });
  const { data, error, isFetching } = query;
  const report = data?.report ?? null;
  const refused = error ? sentenceOf(error) : (data?.error ?? null);
  const sentence = pending ? null : sentenceOn({ report, refused }, bot);
  return {
    report,
    isFetching,
    isOld: pending || isFetching || bot === null,
    sentence: offline ? 'Offline: nothing is run.' : sentence,
  };
}

/** what these settings would have come to in the last thirty days. */
export function RecentPast({ bot, offline, onStarted }: Props) {
  const [running, setRunning] = useState(false);
  const { report, isFetching, isOld, sentence } = useRecentPast(bot, offline);
  return (
    <section className={styles.recent} aria-label="The last 30 days" aria-busy={isFetching}>
      <h3>The last 30 days</h3>
      {sentence === null ? null : <p className={styles.small}>{sentence}</p>}
      {report ? (
        <div className={isOld ? styles.old : undefined}>
          <Outcome report={report} />
        </div>
      ) : null}
      {bot && whyNotOverPast(bot) ? null : (
        <Button
          variant="quiet"
          small
          icon={History}
          disabled={offline || bot === null}
          onClick={() => setRunning(true)}
        >
          Run over a longer time
        </Button>
      )}
      <Suspense>
        {running && bot ? <RunDialog bot={bot} onClose={() => setRunning(false)} onStarted={onStarted} /> : null}
      </Suspense>
    </section>
  );
}
