import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { counted } from '../../lib/counted.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { CallEntry } from './call-entry.tsx';
import { type Api, byGroup, matching } from './calls.ts';
import { apiCalls } from './developers.queries.ts';
import records from '../../ui/records.module.css';
import styles from './developers.module.css';

const Rules = () => (
  <Card
    title="How programs call"
    actions={
      <ButtonLink to="/account" variant="quiet" small>
        Your API tokens
      </ButtonLink>
    }
  >
    <ul className={styles.rules}>
      <li>
        Make an API token on the page Account, and send it with each call: <code>Authorization: Bearer …</code>. No
        cookie with it.
      </li>
      <li>
        A token reads, sets alerts or trades, as you chose. Accounts, keys, hooks and tokens are managed by signing in
        alone.
      </li>
      <li>
        Amounts and prices are JSON numbers of at most 15 digits: read them into decimals. Times are UTC, in
        milliseconds.
      </li>
      <li>
        A refusal by a rule of trading is answered with 200 and a sentence in <code>error</code> or{' '}
        <code>errorMessage</code>; any other has its status, and a sentence in <code>error</code>.
      </li>
      <li>
        Within ten seconds all your tokens together may make 10 calls that place or change orders, 100 that close, and
        100 others. After a 429 wait as long as Retry-After says.
      </li>
      <li>
        Prices and orders live: STOMP over <code>/websocket-url</code>, with the same header when it connects.
      </li>
      <li>
        All of it for a generator of clients: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.0.
      </li>
    </ul>
  </Card>
);

const countedCalls = (count: number): string => counted(count, 'call');

interface Props {
  isPaper: boolean;
  offline: boolean;
}

function Calls({ api: { calls, schemas }, ...of }: Props & { api: Api }) {
  const [words, setWords] = useState('');
  const found = matching(calls, useDeferredValue(words));
  return (
    <>
      <Field
        type="search"
        label="Find a call"
        placeholder="close, bots, alert …"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {found.length === 0 ? (
        <Empty icon={Search} title="No call has these words">
          Try fewer words, or a part of a path.
        </Empty>
      ) : (
        <Card title="Calls">
          {byGroup(found).map(([group, ones]) => (
            <Disclosure key={group} open={words.trim() !== ''} title={`${group}: ${countedCalls(ones.length)}`}>
              <div className={records.stack}>
                {ones.map((call) => (
                  <CallEntry key={call.id} call={call} schemas={schemas} {...of} />
                ))}
              </div>
            </Disclosure>
          ))}
        </Card>
      )}
    </>
  );
}

const LOADING = <Skeleton lines={6} label="Loading the calls" />;

/** The screen before the calls are known. */
export const DevelopersSkeleton = () => (
  <div className={records.stack} inert>
    <Rules />
    {LOADING}
  </div>
);

/** The calls that API tokens may make, from the description of all calls. */
export function DevelopersScreen(props: Props) {
  const { data, error, isFetching, refetch } = useQuery(apiCalls);
  const api = useDeferredData(data);
  return (
    <div className={records.stack}>
      <Rules />
      {api ? (
        <Calls api={api} {...props} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        LOADING
      )}
    </div>
  );
}
