import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exactTime, formatMoment } from '../../../lib/format-time.ts';
import { botEvents } from './detail.queries.ts';
import styles from './detail.module.css';
import { Paged } from './paged.tsx';

interface Props {
  botId: string;
  withKey: boolean;
  offline: boolean;
}

const moment = (at: number): string => formatMoment(at, Date.now());

/** Each decision in a sentence. */
export function WhyTab({ botId, withKey, offline }: Props) {
  const [page, setPage] = useState(0);
  const query = useQuery(botEvents(botId, page));
  return (
    <div className={styles.tab}>
      <Paged query={query} page={page} offline={offline} empty="No decisions yet." onPage={setPage}>
        {(events) => (
          <ol className={styles.list}>
            {events.map(({ at, connectorName, level, text }) => (
              <li key={`${at} ${level} ${text}`} className={styles.event}>
                <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className={styles.muted}>
                  {moment(at)}
                </time>
                <span>
                  {level === null ? '' : `Level ${level}: `}
                  {text}
                  {withKey ? (
                    <span className={styles.muted}>
                      {' '}
                      · <bdi>{connectorName}</bdi>
                    </span>
                  ) : null}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Paged>
    </div>
  );
}
