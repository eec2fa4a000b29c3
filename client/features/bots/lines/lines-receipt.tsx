import type { CopyLines, LinesPreview } from '#contracts/bot-lines.ts';
import type { Pair } from '#contracts/markets.ts';
import figureRows from '../../../ui/figure-rows.module.css';
import { Receipt } from '../create/receipt.tsx';
import { amountsOf, endingText } from './lines-text.ts';
import type { BotForm } from '../create/use-bot-form.ts';
import styles from '../create/create.module.css';

const Copies = ({ copies, pair }: { copies: readonly CopyLines[]; pair: Pair }) => (
  <ul className={styles.copies} aria-label="Copy keys">
    {copies.map(({ uid, connectorName, worth, ends }) => (
      <li key={uid}>
        <bdi>{connectorName}</bdi>:{' '}
        {ends === null && worth
          ? `goes on with its own, worth ${amountsOf({ counter: worth }, pair)}`
          : `stops and keeps its coins. ${ends ?? ''}`}
      </li>
    ))}
  </ul>
);

const Ends = ({ ending, pair }: { ending: NonNullable<LinesPreview['ending']>; pair: Pair }) => (
  <section className={styles.receipt} aria-label="What ends">
    <dl className={figureRows.rows}>
      <div>
        <dt>Comes down</dt>
        <dd>{`${ending.orders} ${ending.orders === 1 ? 'order' : 'orders'}; what fills until then counts`}</dd>
      </div>
      <div>
        <dt>Has now</dt>
        <dd>{endingText(ending.owned, pair)}</dd>
      </div>
      {ending.left.base.gt(0) ? (
        <div>
          <dt>Stays on your account</dt>
          <dd>{endingText(ending.left, pair)}</dd>
        </div>
      ) : null}
    </dl>
  </section>
);

interface Props {
  form: BotForm;
  hasStop: boolean;
  shown: ReadonlySet<string>;
}

/** C-20: one receipt for both: what ends, and what begins with it. */
export const LinesReceipt = ({ form, hasStop, shown }: Props) => {
  const { ending, copyLines = [] } = form.preview ?? {};
  return (
    <>
      {ending ? <Ends ending={ending} pair={form.pair} /> : null}
      <Receipt form={form} kind="rounds" hasStop={hasStop} shown={shown} />
      {copyLines.length > 0 ? <Copies copies={copyLines} pair={form.pair} /> : null}
    </>
  );
};
