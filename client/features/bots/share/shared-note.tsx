import type { SharedBot, SharedFigures } from '#contracts/bot-links.ts';
import { exactTime } from '../../../lib/format-time.ts';
import { Amount } from '../../../ui/amount.tsx';
import detail from '../detail/detail.module.css';

const DECIMALS = 2;

const Moment = ({ at }: { at: number }) => <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>;

function Figures({ figures }: { figures: SharedFigures }) {
  const { total, drawdown, interval, since, until } = figures;
  return (
    <>
      <dl className={detail.facts} aria-label="How it has done for the one who shares it">
        <div>
          <dt>Total result</dt>
          <dd>
            <Amount value={total} decimals={DECIMALS} unit="%" result />
          </dd>
        </div>
        <div>
          <dt>Worst drawdown</dt>
          <dd>
            <Amount value={drawdown} decimals={DECIMALS} unit="%" />
          </dd>
        </div>
        <div>
          <dt>{until === null ? 'Runs since' : 'Ran'}</dt>
          <dd>
            <Moment at={since} />
            {until === null ? null : (
              <>
                {' '}
                to <Moment at={until} />
              </>
            )}
          </dd>
        </div>
      </dl>
      {interval && drawdown ? (
        <p className={detail.muted}>
          Measured at its trades and at the end of each {interval} bar. What was says nothing about what will be.
        </p>
      ) : null}
    </>
  );
}

/** What came by a link, and what is still the opener's own to say. */
export const SharedNote = ({ shared: { figures } }: { shared: SharedBot }) => (
  <section className={detail.tab} aria-label="Shared by a link">
    <p>These settings came by a link. The amounts are yours to enter: nothing is placed before you start it.</p>
    {figures ? <Figures figures={figures} /> : null}
  </section>
);
