import type { UseQueryResult } from '@tanstack/react-query';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { draftOfBot } from '../create/draft.ts';
import { formOf, inputsOf } from '../create/forms.ts';
import { unitOf } from '../create/input-kinds.ts';
import { canChangeLines } from '../lines/can-change-lines.ts';
import { ChangeLimits, Notices } from './change-run.tsx';
import styles from './detail.module.css';

export interface OfPair {
  symbol: Pair;
}

interface OfPairProps {
  bot: BotDetail;
  query: Pick<UseQueryResult<OfPair>, 'data' | 'error' | 'isFetching'> & { refetch: () => unknown };
  offline: boolean;
}

/** They are read once the pair is known. */
export function SettingsOfPair({ bot, query: { data, error, refetch, isFetching }, offline }: OfPairProps) {
  if (data) return <SettingsTab bot={bot} pair={data.symbol} offline={offline} />;
  if (offline) return <p className={styles.muted}>Settings need a connection.</p>;
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <Skeleton lines={4} label="Loading the settings" />
  );
}

/** C-1: what a run works by stays as it is; a copy may be changed. */
function SettingsTab({ bot, pair, offline }: { bot: BotDetail; pair: Pair; offline: boolean }) {
  const draft = draftOfBot(bot);
  if (bot.plan.type === 'basket') return null;
  const form = formOf(bot.plan.type, pair);
  const { choices, checks } = form;
  const rows = [
    ...inputsOf(form).map(({ name, label, kind }) => ({
      label,
      text: draft[name] ? `${draft[name]} ${unitOf(kind, pair)}` : '—',
    })),
    ...choices.map(({ name, label, options }) => ({
      label,
      text: options.find(({ value }) => value === draft[name])?.label ?? '—',
    })),
    ...checks.map(({ name, label }) => ({ label, text: draft[name] ? 'on' : 'off' })),
  ];
  return (
    <div className={styles.tab}>
      {bot.active && bot.state !== 'stopping' ? <ChangeLimits bot={bot} pair={pair} offline={offline} /> : null}
      {bot.active ? <Notices bot={bot} offline={offline} /> : null}
      <p className={styles.muted}>
        {canChangeLines(bot)
          ? 'These stay as they are. Change lines ends this bot, and goes on with its coins and its money on others.'
          : 'These stay as they are while the bot runs. Copy it to start another with changes.'}
      </p>
      <dl className={styles.facts}>
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
