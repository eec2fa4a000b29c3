import type { listSecretUses } from '#contracts/audit.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { secretUsesPage } from './activity.queries.ts';
import { IntegrityNote } from './integrity-note.tsx';
import { secretUseText } from './secret-use-text.ts';
import styles from './activity.module.css';

function Page({ found, onPage }: { found: ResponseOf<typeof listSecretUses>; onPage: (page: number) => void }) {
  if (found.content.length === 0) return <Empty icon={KeyRound} title="No secret was used yet" />;
  return (
    <>
      <ol className={styles.list}>
        {found.content.map((use) => {
          const { title, facts } = secretUseText(use);
          return (
            <li key={`${use.keyUid} ${use.purpose} ${use.firstAt}`} className={styles.event}>
              <div>
                <p className={styles.title}>
                  <bdi>{title}</bdi>
                </p>
                <p className={styles.facts}>{facts}</p>
              </div>
              <span className={styles.when}>
                <Time at={use.lastAt} />
              </span>
            </li>
          );
        })}
      </ol>
      <Pager page={found.pageNumber} last={found.lastPageNumber} onChange={onPage} />
      <IntegrityNote intact={found.intact} />
    </>
  );
}

function Uses() {
  const [page, setPage] = useState(0);
  const { data: found, error, refetch, isFetching } = useQuery(secretUsesPage(page));
  if (found) return <Page found={found} onPage={setPage} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton lines={5} height="48px" label="Loading the uses" />;
}

/** Loaded when opened. */
export function SecretUses() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Uses of your secrets">
      <Disclosure title="What your API secrets were used for, by hour" open={open} onToggle={setOpen}>
        {open ? <Uses /> : null}
      </Disclosure>
    </Card>
  );
}
