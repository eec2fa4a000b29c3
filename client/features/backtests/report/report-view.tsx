import { Download, Printer } from 'lucide-react';
import type { BacktestReport } from '#contracts/backtests.ts';
import { type BotType, isDealsType } from '#contracts/bot-settings.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import figureRows from '../../../ui/figure-rows.module.css';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { amountText, percentText, utcSpan } from '../shown.ts';
import { DealsChart, EquityChart, FallChart } from './charts.tsx';
import { type Fact, figureFacts, inputFacts, partFacts, resultFacts } from './report-facts.ts';
import styles from './report.module.css';
import { Big } from 'big.js';

const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }) => (
  <dl className={classes(figureRows.rows, styles.facts)} aria-label={label}>
    {facts.map(({ label: name, text, more }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {text}
          {more === undefined ? null : <small> {more}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

const Months = ({ report: { months, currency } }: { report: BacktestReport }) => (
  <table className={styles.table}>
    <caption>Months</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Result</th>
        <th scope="col">Of its beginning</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, total, return: part }) => (
        <tr key={month}>
          <th scope="row">{month}</th>
          <td className={total < 0 ? styles.loss : styles.profit}>{amountText(new Big(total.toFixed(8)), currency)}</td>
          <td>{percentText(part)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Holes({ data: { holes, holeCount } }: Pick<BacktestReport, 'data'>) {
  if (holeCount === 0) return <p className={styles.small}>No prices are missing.</p>;
  return (
    <Disclosure title={`${holeCount} ${holeCount === 1 ? 'hole' : 'holes'} in the prices, in which nothing trades`}>
      <p className={styles.small}>What falls due in a hole waits for the first price after it.</p>
      <ul className={styles.small}>
        {holes.map(({ from, to }) => (
          <li key={from}>{utcSpan(from, to)}</li>
        ))}
        {holeCount > holes.length ? <li>and {holeCount - holes.length} more</li> : null}
      </ul>
    </Disclosure>
  );
}

/** What a number of the past is worth. */
const Trust = ({ report: { sentence, tooCoarse, checked, booked, other } }: { report: BacktestReport }) => (
  <div className={styles.trust}>
    <p>
      {sentence} {booked.total.eq(other.total) ? 'Both readings agree.' : 'The worse one counts.'}
    </p>
    {tooCoarse === null ? null : (
      <p role="note" className={styles.warning}>
        {tooCoarse}
      </p>
    )}
    {checked ? null : (
      <p role="alert" className={styles.loss}>
        Run alone, the first half made other decisions: do not trust this result.
      </p>
    )}
  </div>
);

const Actions = ({ backtestId }: { backtestId: string }) => (
  <div className={styles.actions}>
    <ButtonLink
      to={`/api/backtests/${backtestId}/deals.csv`}
      reloadDocument
      download
      variant="quiet"
      small
      icon={Download}
    >
      Deals as CSV
    </ButtonLink>
    <Button variant="quiet" small icon={Printer} onClick={() => window.print()}>
      Print
    </Button>
  </div>
);

/** the whole report, also on paper. */
export function ReportView({
  backtestId,
  type,
  report,
}: {
  backtestId: string;
  type: BotType;
  report: BacktestReport;
}) {
  return (
    <div className={styles.report}>
      <Card title="Result" actions={<Actions backtestId={backtestId} />} className={styles.wide}>
        <div className={styles.columns}>
          <Facts label="Result" facts={resultFacts(report, isDealsType(type))} />
          <Trust report={report} />
        </div>
        {report.basket ? (
          <section className={styles.parts}>
            <h3>What it had at the end</h3>
            <Facts label="What it had at the end" facts={partFacts(report.basket, report.currency)} />
          </section>
        ) : null}
      </Card>
      <Card title="Pictures" className={classes(styles.wide, styles.pictures)}>
        <EquityChart report={report} />
        <FallChart report={report} />
        <DealsChart report={report} />
      </Card>
      <Card title="Figures">
        <Facts label="Figures" facts={figureFacts(report, isDealsType(type))} />
        <Months report={report} />
      </Card>
      <Card title="What it rests on">
        <Facts label="What it rests on" facts={inputFacts(report)} />
        <Holes data={report.data} />
        <p className={styles.small}>Past results do not predict future ones.</p>
      </Card>
    </div>
  );
}
