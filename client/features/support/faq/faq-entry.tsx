import { Link2 } from 'lucide-react';
import { Fragment } from 'react';
import type { FaqEntry } from '#contracts/support.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { blocksOf, piecesOf } from './find-entries.ts';
import styles from './faq.module.css';

interface Props {
  entry: FaqEntry;
  /** Search text; empty if this entry does not match. */
  search: string;
}

const Marked = ({ text, search }: { text: string; search: string }) =>
  piecesOf(text, search).map(({ at, text: piece, found }) =>
    found ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  );

const Answer = ({ content, search }: { content: string; search: string }) =>
  blocksOf(content).map(({ kind, lines }) =>
    kind === 'list' ? (
      <ul key={lines[0]} className={styles.points}>
        {lines.map((line) => (
          <li key={line}>
            <Marked text={line} search={search} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={lines[0]}>
        <Marked text={lines.join('')} search={search} />
      </p>
    ),
  );

/** Not pre-rendered: without it the page's HTML comes in the first round trip. */
const CopyLink = ({ id }: { id: string }) =>
  useHydrated() ? (
    <Button
      variant="quiet"
      small
      icon={Link2}
      className={styles.share}
      onClick={() => void copyText(`${window.location.origin}/faq#${id}`, 'the address')}
    >
      Copy link to this answer
    </Button>
  ) : null;

/** A question with its answer and a link to it. */
export const FaqQuestion = ({ entry: { id, title, content }, search }: Props) => (
  <div className={classes(styles.entry, search !== '' && styles.match)} data-match={search !== '' || undefined}>
    <Disclosure
      id={id}
      title={
        <h4 className={styles.question}>
          {search ? (
            <span>
              <Marked text={title} search={search} />
            </span>
          ) : (
            title
          )}
        </h4>
      }
    >
      <div className={styles.answer}>
        <Answer content={content} search={search} />
        <CopyLink id={id} />
      </div>
    </Disclosure>
  </div>
);
