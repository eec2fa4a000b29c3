import type { AuditEvent, listAuditEvents } from '#contracts/audit.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { Activity as Pulse } from 'lucide-react';
import { useState } from 'react';
import { AsOf } from '../../../../ui/as-of.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Empty, ErrorState, sentenceOf } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { activityPage } from './activity.queries.ts';
import { eventText } from './event-text.ts';
import { IntegrityNote } from './integrity-note.tsx';
import styles from './activity.module.css';

function Event({ event }: { event: AuditEvent }) {
  const { title, facts } = eventText(event);
  return (
    <li className={styles.event}>
      <div>
        <p className={styles.title}>{title}</p>
        {facts.length > 0 ? (
          <p className={styles.facts}>
            {facts.map((fact, place) => (
              <span key={fact}>{place === facts.length - 1 ? fact : `${fact}\u00a0· `}</span>
            ))}
          </p>
        ) : null}
      </div>
      <span className={styles.when}>
        <Time at={event.at} />
      </span>
    </li>
  );
}

function Page({ found, onPage }: { found: ResponseOf<typeof listAuditEvents>; onPage: (page: number) => void }) {
  if (found.content.length === 0) return <Empty icon={Pulse} title="No activity yet" />;
  return (
    <>
      <ol className={styles.list}>
        {found.content.map((event) => (
          <Event key={event.seq} event={event} />
        ))}
      </ol>
      <Pager page={found.pageNumber} last={found.lastPageNumber} onChange={onPage} />
      <IntegrityNote intact={found.intact} />
    </>
  );
}

export function Activity() {
  const [page, setPage] = useState(0);
  const query = useQuery(activityPage(page));
  const { data: found, error, refetch, isFetching } = query;
  return (
    <Card title="Account activity">
      {found && error ? <AsOf of={query}>{sentenceOf(error)}</AsOf> : null}
      {found ? (
        <Page found={found} onPage={setPage} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={5} height="48px" label="Loading the order history" />
      )}
    </Card>
  );
}
