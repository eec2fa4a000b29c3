import type { Session } from '#contracts/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './sessions.queries.ts';
import { tokensQuery } from '../tokens/tokens.queries.ts';
import styles from '../../entries.module.css';

const HAND_HELD = /iPhone|iPad|Android/;

function Row({ session }: { session: Session }) {
  const ending = useEndSession();
  const { device, address, signedInAt, usedAt, current } = session;
  return (
    <li className={styles.row}>
      <Icon of={HAND_HELD.test(device) ? Smartphone : Monitor} size={24} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.device}>
          {device} {current ? <Chip kind="live">This device</Chip> : null}
        </p>
        <p className={styles.facts}>
          {address === '' ? null : <span>{address}</span>}
          <span>
            signed in <Time at={signedInAt} />
          </span>
          <span>
            last used <Time at={usedAt} />
          </span>
        </p>
      </div>
      {current ? null : (
        <Button
          variant="quiet"
          small
          aria-label={`Sign out ${device}`}
          busy={ending.isPending}
          onClick={() => ending.mutate(session)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function List({ sessions }: { sessions: readonly Session[] }) {
  const ending = useEndOtherSessions();
  const { data: tokens = [] } = useQuery(tokensQuery);
  const isAlone = sessions.length === 1;
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {isAlone ? <p className={styles.alone}>You are signed in on this device only.</p> : null}
      {isAlone && tokens.length === 0 ? null : (
        <>
          <Button
            variant="quiet"
            icon={LogOut}
            className={styles.all}
            busy={ending.isPending}
            onClick={() => ending.mutate(undefined)}
          >
            Sign out everywhere else
          </Button>
          {tokens.length > 0 ? <p className={styles.alone}>Your API tokens are removed as well.</p> : null}
        </>
      )}
    </>
  );
}

export function Sessions() {
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery);
  return (
    <Card title="Signed-in devices">
      {sessions ? (
        <List sessions={sessions} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} height="56px" label="Loading your devices" />
      )}
    </Card>
  );
}
