import { useQuery } from '@tanstack/react-query';
import { Bot as BotIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Bot } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { counted } from '../../../lib/counted.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from '../../../ui/link-rows.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { botList } from '../bots.queries.ts';
import { stateLook } from '../cards/bot-state.ts';
import { pairOf } from '../cards/pair-of.ts';
import { shownResult } from '../cards/shown-result.ts';
import { StopAll } from '../stop/stop-all.tsx';
import { sumsOf } from './sums-of.ts';

const MOST = 5;

const Row = ({ bot }: { bot: Bot }) => (
  <li>
    <Link to={`/bots?bot=${bot.botId}`} className={styles.row}>
      <bdi className={styles.name}>{bot.name}</bdi>
      <Amount value={bot.pnl} decimals={seenDecimals(bot.pnl, 2)} unit="USDT" result />
      <span className={styles.detail}>
        {pairOf(bot)} · {stateLook(bot).text}
      </span>
    </Link>
  </li>
);

/** What their finished rounds and deals and their positions come to; what is read adds up to the total. */
function Sums({ bots }: { bots: readonly Bot[] }) {
  const { sums, unknown } = sumsOf(bots);
  return (
    <>
      {sums.map((sum) => {
        const { rounds, position, decimals } = shownResult(sum);
        return (
          <p key={sum.currency} className={styles.detail}>
            finished <Amount value={rounds} decimals={decimals} result /> · position{' '}
            <Amount value={position} decimals={decimals} unit={sum.currency} result />
          </p>
        );
      })}
      {sums.length > 0 && unknown > 0 ? (
        <p className={styles.detail}>The sums leave out {counted(unknown, 'bot')} without a known result.</p>
      ) : null}
    </>
  );
}

const Active = ({ bots }: { bots: readonly Bot[] }) => (
  <>
    <Sums bots={bots} />
    <ul className={styles.list}>
      {bots.slice(0, MOST).map((bot) => (
        <Row key={bot.botId} bot={bot} />
      ))}
    </ul>
    {bots.length > MOST ? <Link to="/bots">All {bots.length} active bots</Link> : null}
  </>
);

const waits = ({ needs }: Bot): number => (needs === null ? 1 : 0);

/** Bots at work, those that wait for their owner first, each with its total result. */
export function BotsCard({ offline }: { offline: boolean }) {
  const query = useQuery(botList);
  const { error, refetch, isFetching } = query;
  const data = useDeferredData(query.data);
  const active = data?.filter((bot) => bot.active).toSorted((one, other) => waits(one) - waits(other));
  return (
    <Card
      title={active && active.length > 0 ? `Bots (${active.length})` : 'Bots'}
      actions={
        <>
          <StopAll bots={data ?? []} offline={offline} />
          <Link to="/bots">All bots</Link>
        </>
      }
    >
      <AsOf of={query} offline={offline} />
      {active ? (
        active.length > 0 ? (
          <Active bots={active} />
        ) : (
          <Empty
            icon={BotIcon}
            title="No active bots"
            action={
              <ButtonLink to="/bots" variant="quiet">
                Choose a template
              </ButtonLink>
            }
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} height="44px" label="Loading your bots" />
      )}
    </Card>
  );
}
