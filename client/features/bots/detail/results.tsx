import { isDealsType } from '#contracts/bot-settings.ts';
import type { BotRun } from '#contracts/bot-run.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { MoneyFacts } from '../cards/bot-card.tsx';
import { shownResult } from '../cards/shown-result.ts';
import type { Decimals } from '../decimals.ts';
import styles from './detail.module.css';

export const runTimeText = (ms: number): string =>
  ms < DAY_MS
    ? `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`
    : `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;

/** the three results, which add up. */
function Results({ run, ofDeals }: { run: BotRun; ofDeals: boolean }) {
  if (!run.result) return null;
  const { currency } = run.result;
  const { total, rounds, position, decimals } = shownResult(run.result);
  return (
    <dl className={styles.facts} aria-label="Result">
      <div>
        <dt>{ofDeals ? 'Finished deals' : 'Finished rounds'}</dt>
        <dd>
          <Amount value={rounds} decimals={decimals} unit={currency} result />
        </dd>
      </div>
      <div>
        <dt>Position</dt>
        <dd>
          <Amount value={position} decimals={decimals} unit={currency} result />
        </dd>
      </div>
      <div className={styles.sum}>
        <dt>Total</dt>
        <dd>
          <Amount value={total} decimals={decimals} unit={currency} result />
        </dd>
      </div>
    </dl>
  );
}

const amounts = ({ base, counter }: BotRun['given'], bot: BotDetail, of: Decimals): string =>
  [
    ...(counter.gt(0) || base.eq(0)
      ? [`${formatAmount(counter, seenDecimals(counter, 2))} ${bot.counterCurrency}`]
      : []),
    ...(base.gt(0) ? [`${formatAmount(base, seenDecimals(base, of.base))} ${bot.baseCurrency}`] : []),
  ].join(' and ');

export const feesText = ({ fees }: BotRun): string =>
  fees.map(({ asset, amount }) => `${formatAmount(amount, seenDecimals(amount, 2))} ${asset}`).join(' and ') ||
  'none yet';

interface Props {
  bot: BotDetail;
  run: BotRun;
  of: Decimals;
}

export const Fact = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
);

/** What a run was given, what it has, and what it made of it. */
export const RunFacts = ({ bot, run, of }: Props) => (
  <>
    <Results run={run} ofDeals={isDealsType(bot.type)} />
    <dl className={styles.facts}>
      <MoneyFacts bot={bot} className={styles.two} ofAllKeys={bot.runs.length > 1} />
      <div>
        <dt>Market price</dt>
        <dd>
          <Amount value={bot.marketPrice} decimals={of.price} unit={bot.counterCurrency} />
        </dd>
      </div>
      <Fact label="Invested" text={amounts(run.given, bot, of)} />
      <Fact label="Has now" text={amounts(run.owned, bot, of)} />
      <Fact label="Fees" text={feesText(run)} />
      {run.justHolding ? (
        <div>
          <dt>Just holding would be</dt>
          <dd>
            <Amount
              value={run.justHolding}
              decimals={seenDecimals(run.justHolding, 2)}
              unit={bot.counterCurrency}
              result
            />
          </dd>
        </div>
      ) : null}
      <Fact label="Run time" text={runTimeText(bot.runTime)} />
      <Fact label="People copied" text={String(bot.peopleCopied)} />
    </dl>
  </>
);
