import type { RunReplay } from '#contracts/bot-trust.ts';
import type { BotRun } from '#contracts/bot-run.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { exactTime } from '../../../lib/format-time.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { useEndTwin, useStartTwin } from '../runs.mutations.ts';
import styles from './detail.module.css';

interface Props {
  bot: BotDetail;
  run: BotRun;
  offline: boolean;
}

function Why({ why, currency }: Pick<RunReplay, 'why' | 'currency'>) {
  if (why.length === 0) return null;
  return (
    <dl className={styles.facts} aria-label="Why they differ">
      {why.map(({ kind, text, amount }) => (
        <div key={kind}>
          <dt>{text}</dt>
          <dd>
            <Amount value={amount} decimals={seenDecimals(amount, 2)} unit={currency} result />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Replay({ replay }: { replay: RunReplay }) {
  const { sentence, why, currency, tooCoarse, from, until, interval } = replay;
  return (
    <>
      <p>{sentence}</p>
      {tooCoarse === null ? null : <p>{tooCoarse}</p>}
      <Why why={why} currency={currency} />
      <p className={styles.muted}>
        In bars of {interval}, the worse of two readings, from{' '}
        <time dateTime={new Date(from).toISOString()}>{exactTime(from)}</time> to{' '}
        <time dateTime={new Date(until).toISOString()}>{exactTime(until)}</time>.
      </p>
    </>
  );
}

const NONE_YET = 'Its own time is run again once it is a day old, and each day after that.';
const NO_TWIN =
  'A twin is this bot with the same settings on paper, from the moment at which it began: it shows what the market alone would have made of it.';

/** */
function TwinPart({ bot, run, offline }: Props) {
  const starting = useStartTwin(bot);
  const ending = useEndTwin(bot);
  const { twin } = run;
  const isMain = bot.runs[0]?.uid === run.uid;
  if (!isMain) return null;
  return (
    <section className={styles.tab} aria-label="Paper twin">
      <h3>Paper twin</h3>
      {twin?.replay ? <Replay replay={twin.replay} /> : null}
      {twin && !twin.replay ? <p>It begins within a few minutes.</p> : null}
      {twin ? null : <p className={styles.muted}>{NO_TWIN}</p>}
      <div className={styles.buttons}>
        {twin ? (
          <Button variant="quiet" disabled={offline} busy={ending.isPending} onClick={() => ending.mutate()}>
            End the twin
          </Button>
        ) : (
          <Button variant="quiet" disabled={offline} busy={starting.isPending} onClick={() => starting.mutate()}>
            Run a twin on paper
          </Button>
        )}
      </div>
    </section>
  );
}

/** what really happened, next to the replay of the same time. */
export function TrustTab(props: Props) {
  const { trust } = props.run;
  return (
    <div className={styles.tab}>
      {trust ? <Replay replay={trust} /> : <p className={styles.muted}>{NONE_YET}</p>}
      <TwinPart {...props} />
    </div>
  );
}
