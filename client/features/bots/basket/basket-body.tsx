import { useState } from 'react';
import type { BotRun } from '#contracts/bot-run.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { type Tab, Tabs } from '../../../ui/tabs.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Time } from '../../../ui/time.tsx';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { MoneyFacts } from '../cards/bot-card.tsx';
import { amount } from '../create/receipt-rows.ts';
import { ChangeLimits, Notices } from '../detail/change-run.tsx';
import { DealsTab } from '../detail/deals-tab.tsx';
import detail from '../detail/detail.module.css';
import { NeedsYou } from '../detail/needs-you.tsx';
import { Fact, feesText, runTimeText } from '../detail/results.tsx';
import { TrustTab } from '../detail/trust-tab.tsx';
import { WhyTab } from '../detail/why-tab.tsx';
import { whenText } from './basket-receipt.tsx';
import { draftOfBasket } from './basket-draft.ts';
import { BasketParts } from './basket-parts.tsx';

type Shown = 'parts' | 'deals' | 'why' | 'trust' | 'settings';
const TABS: readonly Tab<Shown>[] = [
  { value: 'parts', label: 'Parts' },
  { value: 'deals', label: 'Deals' },
  { value: 'why', label: 'Why' },
  { value: 'trust', label: 'Trust' },
  { value: 'settings', label: 'Settings' },
];

interface Props {
  bot: BotDetail;
  run: BotRun;
  offline: boolean;
  onStop: () => void;
}

/** B-5: what it was given, what it has, and what it made of it. */
function Books({ bot, run }: Pick<Props, 'bot' | 'run'>) {
  const { counterCurrency: counter } = bot;
  return (
    <dl className={detail.facts} aria-label="Result">
      <div className={detail.sum}>
        <dt>Total</dt>
        <dd>
          {run.result ? (
            <Amount value={run.result.total} decimals={seenDecimals(run.result.total, 2)} unit={counter} result />
          ) : (
            '—'
          )}
        </dd>
      </div>
      <div>
        <dt>Just holding would be</dt>
        <dd>
          {run.justHolding ? (
            <Amount value={run.justHolding} decimals={seenDecimals(run.justHolding, 2)} unit={counter} result />
          ) : (
            '—'
          )}
        </dd>
      </div>
      <MoneyFacts bot={bot} className={detail.two} ofAllKeys={bot.runs.length > 1} />
      <Fact label="Invested" text={amount(run.given.counter, counter)} />
      <Fact label={`Has in ${counter}`} text={amount(run.owned.counter, counter)} />
      <Fact label="Fees" text={feesText(run)} />
      <div>
        <dt>Last rebalanced</dt>
        <dd>{run.rebalancedAt === null ? 'never' : <Time at={run.rebalancedAt} />}</dd>
      </div>
      <Fact label="Run time" text={runTimeText(bot.runTime)} />
      <Fact label="People copied" text={String(bot.peopleCopied)} />
    </dl>
  );
}

function Settings({ bot, offline }: Pick<Props, 'bot' | 'offline'>) {
  const draft = draftOfBasket(bot);
  if (!draft) return null;
  return (
    <div className={detail.tab}>
      {bot.active && bot.state !== 'stopping' ? <ChangeLimits bot={bot} pair={null} offline={offline} /> : null}
      {bot.active ? <Notices bot={bot} offline={offline} /> : null}
      <p className={detail.muted}>These stay as they are while it runs. Copy it to start another with changes.</p>
      <p>{whenText(draft)}</p>
      <dl className={detail.facts}>
        {draft.rows.map(({ asset, percent, coins }) => (
          <Fact key={asset} label={asset} text={coins ? `${percent}%, with ${coins} of your own` : `${percent}%`} />
        ))}
        <Fact label="Invest" text={`${draft.invest} ${draft.counter}`} />
      </dl>
    </div>
  );
}

/** A basket that has started: its parts, its books and every reason. */
export function BasketBody({ bot, run, offline, onStop }: Props) {
  const [tab, setTab] = useState<Shown>('parts');
  const list = { botId: bot.botId, withKey: false, offline };
  return (
    <div className={detail.columns}>
      {bot.state === 'attention' ? (
        <div className={detail.chart}>
          <NeedsYou bot={bot} of={null} offline={offline} onStop={onStop} />
        </div>
      ) : null}
      <div className={detail.books}>
        <Books bot={bot} run={run} />
      </div>
      <div className={detail.tabs}>
        <Tabs label="About this basket" tabs={TABS} value={tab} onChange={setTab}>
          {tab === 'parts' ? <BasketParts run={run} counter={bot.counterCurrency} /> : null}
          {tab === 'deals' ? <DealsTab {...list} kind="rounds" of={null} /> : null}
          {tab === 'why' ? <WhyTab {...list} /> : null}
          {tab === 'trust' ? <TrustTab bot={bot} run={run} offline={offline} /> : null}
          {tab === 'settings' ? <Settings bot={bot} offline={offline} /> : null}
        </Tabs>
      </div>
    </div>
  );
}
