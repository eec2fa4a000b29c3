import type { Backtest } from '#contracts/backtests.ts';
import type { SearchReport } from '#contracts/backtest-search.ts';
import { SEARCHABLE, type Searchable } from '#contracts/rules/search-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { useStartBacktest } from '../backtests.mutations.ts';
import reportStyles from '../report/report.module.css';
import { percentText, shareText, utcText } from '../shown.ts';
import { bestText, runOf } from './run-of-row.ts';
import styles from './search.module.css';

type Row = SearchReport['rows'][number];
type Part = Row['held'];

const settingsText = ({ settings }: Row): string =>
  (Object.entries(settings) as [Searchable, number][])
    .map(([field, value]) => `${SEARCHABLE[field]} ${value}`)
    .join(', ');

function Result({ part }: { part: Part }) {
  if (!part) return <td>could not start</td>;
  return (
    <td>
      <span className={part.return < 0 ? reportStyles.loss : reportStyles.profit}>{percentText(part.return)}</span>
      <small>
        {' '}
        {part.rounds} {part.rounds === 1 ? 'round' : 'rounds'}, fall {shareText(part.worstDrawdown)}
        {part.isTooCoarse ? ', too coarse' : ''}
      </small>
    </td>
  );
}

interface Props {
  run: Backtest;
  search: SearchReport;
  offline: boolean;
  onShow: (backtestId: string) => void;
}

/** both parts of each try, the best of the part that was held back first. */
export function SearchView({ run, search, offline, onShow }: Props) {
  const starting = useStartBacktest();
  const refused = starting.error ? sentenceOf(starting.error) : (starting.data?.error ?? null);
  const start = (row: Row) =>
    starting.mutate(runOf(run.request, row.settings, search.tries), {
      onSuccess: ({ backtestId }) => {
        if (backtestId !== null) onShow(backtestId);
      },
    });
  return (
    <Card title="Search over settings" className={styles.card}>
      <p>
        Sorted by the last 30% of the time, from {utcText(search.heldFrom)} on, which chose nothing. Each is the worse
        of two readings.
      </p>
      {refused === null ? null : (
        <p role="alert" className={reportStyles.loss}>
          {refused}
        </p>
      )}
      <div className={styles.scroll}>
        <table className={reportStyles.table}>
          <caption>{search.tries} tries</caption>
          <thead>
            <tr>
              <th scope="col">Settings</th>
              <th scope="col">Held back 30%</th>
              <th scope="col">First 70%</th>
              <th scope="col">Over all of the time</th>
            </tr>
          </thead>
          <tbody>
            {search.rows.map((row) => (
              <tr key={settingsText(row)}>
                <th scope="row">
                  {settingsText(row)}
                  <small className={styles.best}> {bestText(search.tries)}</small>
                </th>
                <Result part={row.held} />
                <Result part={row.first} />
                <td>
                  <Button
                    variant="quiet"
                    small
                    disabled={offline}
                    busy={starting.isPending}
                    aria-label={`Run over all of the time: ${settingsText(row)}`}
                    onClick={() => start(row)}
                  >
                    Run
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
