import { useMutation } from '@tanstack/react-query';
import { Copy, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { addressOf, curlText, examplesOf, type OpenedCall } from './calls.ts';
import { type Answered, sendCall } from './developers.queries.ts';
import records from '../../ui/records.module.css';
import styles from './developers.module.css';

interface Props {
  call: OpenedCall;
  /** With live money only calls that change nothing are sent from here. */
  isPaper: boolean;
  offline: boolean;
}

const Answer = ({ answered: { status, text } }: { answered: Answered }) => (
  <div>
    <output className={styles.label}>Answered with {status}</output>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
    <pre className={records.code} translate="no" tabIndex={0}>
      {text}
    </pre>
  </div>
);

function whyNot({ call, isPaper, offline }: Props, address: string | null): string | null {
  if (offline) return 'Offline: nothing can be sent.';
  if (call.method !== 'GET' && !isPaper) return 'This would be with live money: send it from your own program.';
  return address === null ? 'Fill in what the path needs.' : null;
}

interface LineProps {
  call: OpenedCall;
  address: string | null;
  json: string;
}

function ShellLine({ call, address, json }: LineProps) {
  const line = curlText(call, `${window.location.origin}${address ?? call.path}`, json);
  return (
    <div className={styles.shell}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard. */}
      <pre className={records.code} translate="no" tabIndex={0}>
        {line}
      </pre>
      <Button variant="quiet" small icon={Copy} onClick={() => void copyText(line, 'the line')}>
        Copy for a shell
      </Button>
    </div>
  );
}

/** The call as a line for a shell, and sent from here by the session of this page. */
export function CallTrial(props: Props) {
  const { call } = props;
  const [values, setValues] = useState(() => examplesOf(call));
  const [json, setJson] = useState(call.body?.example ?? '');
  const sending = useMutation({ mutationFn: sendCall });
  const address = addressOf(call, values);
  const reason = whyNot(props, address);
  const send = () => {
    if (address !== null) sending.mutate({ method: call.method, address, json: call.body ? json : null });
  };
  return (
    <section className={records.stack} aria-label={`Try ${call.method} ${call.path}`}>
      <h3 className={styles.label}>Try it</h3>
      {call.parameters.length > 0 ? (
        <div className={styles.inputs}>
          {call.parameters.map(({ name, required }) => (
            <Field
              key={name}
              label={required ? name : `${name} (optional)`}
              autoComplete="off"
              spellCheck={false}
              value={values[name] ?? ''}
              onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
            />
          ))}
        </div>
      ) : null}
      {call.body ? (
        <TextArea
          label="Body"
          rows={Math.min(12, json.split('\n').length + 1)}
          spellCheck={false}
          className={styles.json}
          value={json}
          onChange={({ target }) => setJson(target.value)}
        />
      ) : null}
      <ShellLine call={call} address={address} json={json} />
      <div className={records.buttons}>
        <Button icon={Play} busy={sending.isPending} disabled={reason !== null} onClick={send}>
          {props.isPaper ? 'Send it on paper' : 'Send it'}
        </Button>
        {reason === null ? null : <span className={styles.label}>{reason}</span>}
      </div>
      {sending.error ? (
        <p role="alert" className={records.fault}>
          {sending.error.message}
        </p>
      ) : null}
      {sending.data ? <Answer answered={sending.data} /> : null}
    </section>
  );
}
