import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { FaqEntry, FaqGroup } from '#contracts/support.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { faqQuery } from '../support.queries.ts';
import { FaqQuestion } from './faq-entry.tsx';
import styles from './faq.module.css';
import { findEntries } from './find-entries.ts';
import { useFaqScroll } from './use-faq-scroll.ts';
import { useOpenInPrint } from './use-open-in-print.ts';

/** Spec 9: debounce of the search, ms. */
const SEARCH_PAUSE = 500;

/** Result count, announced to screen readers. */
function Found({ search, count }: { search: string; count: number }) {
  if (search === '') return null;
  if (count > 0) return `${count} ${count === 1 ? 'answer matches' : 'answers match'} “${search}”.`;
  return (
    <>
      No answer matches “{search}”. <a href="#contact">Describe your problem</a> and we will help you.
    </>
  );
}

interface SearchProps {
  place: RefObject<HTMLDivElement | null>;
  typed: string;
  onType: (text: string) => void;
  children: ReactNode;
}

const SearchCard = ({ place, typed, onType, children }: SearchProps) => (
  <Card title="How we can help you?" className={styles.search}>
    <search ref={place}>
      <Field
        label="Search the questions and answers"
        labelHidden
        type="search"
        placeholder="Type something"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        trailing={<Icon of={Search} size={18} />}
      />
      <output className={styles.status}>{children}</output>
    </search>
  </Card>
);

/** Search results, best match first, shown instead of the groups. */
const Matches = ({ found, search }: { found: readonly FaqEntry[]; search: string }) => (
  <div className={styles.group}>
    <CardTitle value="h3">
      <Card title="Answers found">
        <div>
          {found.map((entry) => (
            <FaqQuestion key={entry.id} entry={entry} search={search} />
          ))}
        </div>
      </Card>
    </CardTitle>
  </div>
);

const Groups = ({ groups }: { groups: readonly FaqGroup[] }) => (
  <div className={styles.columns}>
    <nav aria-label="Groups of questions" className={styles.groups}>
      <ul>
        {groups.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    <div className={styles.cards}>
      <CardTitle value="h3">
        {groups.map(({ id, title, entries }) => (
          <div key={id} id={id} className={styles.group}>
            <Card title={title}>
              <div>
                {entries.map((entry) => (
                  <FaqQuestion key={entry.id} entry={entry} search="" />
                ))}
              </div>
            </Card>
          </div>
        ))}
      </CardTitle>
    </div>
  </div>
);

function Questions({ groups, contact }: { groups: readonly FaqGroup[]; contact: ReactNode }) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, { wait: SEARCH_PAUSE }).debounced.trim();
  const found = findEntries(groups, search);
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const online = useOnline();
  useFaqScroll({ place, box, contact: form, search, hash, found });
  useOpenInPrint(place);
  return (
    <>
      <SearchCard place={box} typed={typed} onType={setTyped}>
        <Found search={search} count={found.length} />
      </SearchCard>
      <section ref={place} className={styles.content} aria-labelledby="self-service">
        <h2 id="self-service" hidden={search !== '' && found.length === 0}>
          Self Service
        </h2>
        {online ? null : <p className={styles.note}>You are offline. These answers are stored on this device.</p>}
        {search === '' ? <Groups groups={groups} /> : null}
        {found.length > 0 ? <Matches found={found} search={search} /> : null}
      </section>
      <div id="contact" ref={form} className={styles.contact}>
        <Card title="Don't find the answer? Describe your problem and we will help you">{contact}</Card>
      </div>
    </>
  );
}

export function FaqScreen({ contact }: { contact: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(faqQuery);
  if (data) return <Questions groups={data.groups} contact={contact} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton lines={12} height="56px" label="Loading the questions" />;
}
