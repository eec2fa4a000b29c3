import type { AddressState } from '#contracts/address.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../ui/states.tsx';
import styles from './address.module.css';
import { addressQuery, useProveAddress, useSendProof } from './address.queries.ts';
import { RemovedList } from './removed-list.tsx';

const CODE = /^\d{8}$/;

const WhereMailLies = () => (
  <p className={styles.note}>
    This site has no mail server. Its operator finds the mail in the folder <code>outbox</code> of the data folder
    (DATA_DIR).
  </p>
);

function CodeForm({ state, onProven }: { state: AddressState; onProven: () => void }) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const proving = useProveAddress(onProven);
  const sending = useSendProof();
  const prove = (event: FormEvent) => {
    event.preventDefault();
    if (proving.isPending) return;
    if (!CODE.test(code.replaceAll(/\s/g, ''))) return setFault('The code has eight digits.');
    setFault(null);
    proving.mutate({ code: code.trim() }, { onError: (error) => setFault(sentenceOf(error)) });
  };
  return (
    <form className={styles.form} onSubmit={prove} noValidate>
      <Field
        label="Code"
        name="address-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        error={fault}
        hint={<>The eight digits that we mailed to {state.email}. The link in the mail works too.</>}
        onChange={(event) => setCode(event.target.value)}
      />
      {state.outbox ? <WhereMailLies /> : null}
      <RemovedList {...state} />
      <div className={styles.buttons}>
        <Button type="submit" busy={proving.isPending}>
          Prove
        </Button>
        <Button variant="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
          Send again
        </Button>
      </div>
    </form>
  );
}

export function ProveForm({ onProven }: { onProven: () => void }) {
  const { data: state, error, refetch, isFetching } = useQuery(addressQuery);
  if (state) return <CodeForm state={state} onProven={onProven} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Skeleton lines={2} height="44px" label="Loading the state of your address" />;
}
