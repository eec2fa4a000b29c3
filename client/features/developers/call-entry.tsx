import { useMemo, useState } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import { type ApiCall, openedCall, type Parameter } from './calls.ts';
import { CallTrial } from './call-trial.tsx';
import type { Schemas } from './type-text.ts';
import records from '../../ui/records.module.css';
import styles from './developers.module.css';

const Type = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3 className={styles.label}>{title}</h3>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
    <pre className={records.code} translate="no" tabIndex={0}>
      {text}
    </pre>
  </section>
);

const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) => (
  <section>
    <h3 className={styles.label}>Parameters</h3>
    <ul className={styles.parameters}>
      {parameters.map(({ name, in: place, required, type }) => (
        <li key={name}>
          <code translate="no">
            {name}
            {required ? '' : '?'}: {type}
          </code>{' '}
          <span className={styles.label}>in the {place}</span>
        </li>
      ))}
    </ul>
  </section>
);

const KEY = 'The same call with the same header Idempotency-Key is done once, however often it is sent.';

interface Props {
  call: ApiCall;
  schemas: Schemas;
  isPaper: boolean;
  offline: boolean;
}

/** What a call takes, what it answers, and a form to try it. */
function Opened({ call, schemas, ...of }: Props) {
  const opened = useMemo(() => openedCall(call, schemas), [call, schemas]);
  const { scopes, parameters, body, answer, takesKey } = opened;
  return (
    <div className={records.stack}>
      <p>
        With the scope {scopes.join(' or ')}. {takesKey ? KEY : null}
      </p>
      {parameters.length > 0 ? <Parameters parameters={parameters} /> : null}
      {body ? <Type title="Body" text={body.type} /> : null}
      <Type title="Answer" text={answer} />
      <CallTrial call={opened} {...of} />
    </div>
  );
}

/** One call; the rest of it is written out once it is opened. */
export function CallEntry(props: Props) {
  const [isOpened, setOpened] = useState(false);
  const { id, method, path, summary } = props.call;
  return (
    <Disclosure
      id={id}
      onToggle={(open) => open && setOpened(true)}
      title={
        <span className={styles.call}>
          <code translate="no">
            <b>{method}</b> {path}
          </code>
          <span className={styles.summary}>{summary}</span>
        </span>
      }
    >
      {isOpened ? <Opened {...props} /> : null}
    </Disclosure>
  );
}
