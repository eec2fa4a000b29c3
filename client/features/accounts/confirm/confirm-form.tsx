import { confirmIdentity, type getProofs } from '#contracts/confirm.ts';
import type { JsonOf, ResponseOf } from '#contracts/endpoint.ts';
import { confirmByGoogle } from '#contracts/google.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { GoogleMark } from '../google/google-mark.tsx';
import { proofsQuery } from '../proofs.queries.ts';
import { askForPasskey, supportsPasskeys } from '../webauthn.ts';
import styles from './confirm-form.module.css';

type Proofs = ResponseOf<typeof getProofs>;
type Typed = 'password' | 'code';

const FIELDS = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  code: { label: 'Authenticator code', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const;
const TYPED = [
  { value: 'password', label: 'Password' },
  { value: 'code', label: 'App code' },
] as const;

interface Outcome {
  onConfirmed: () => void;
  onCancel: () => void;
}

const useProof = (onConfirmed: () => void) =>
  useMutation({
    mutationFn: async (proof: () => Promise<JsonOf<typeof confirmIdentity>>) =>
      call(confirmIdentity, { json: await proof() }),
    onSuccess: onConfirmed,
  });

function TypedProof({ ways, onConfirmed, onCancel }: Outcome & { ways: readonly Typed[] }) {
  const [first = 'password'] = ways;
  const [way, setWay] = useState<Typed>(first);
  const [text, setText] = useState('');
  const proving = useProof(onConfirmed);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const choose = (next: Typed) => {
    setWay(next);
    setText('');
    proving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proving.isPending) proving.mutate(async () => ({ [way]: text }));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {ways.length > 1 ? <Segments label="Confirm with" options={TYPED} value={way} onChange={choose} /> : null}
      <Field
        ref={field}
        key={way}
        {...FIELDS[way]}
        name="proof"
        value={text}
        error={proving.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={proving.isPending}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

function PasskeyProofButton({ onConfirmed }: Pick<Outcome, 'onConfirmed'>) {
  const proving = useProof(onConfirmed);
  return (
    <>
      <Button
        variant="quiet"
        wide
        icon={Fingerprint}
        busy={proving.isPending}
        onClick={() => proving.mutate(async () => ({ passkey: await askForPasskey() }))}
      >
        Confirm with a passkey
      </Button>
      {proving.error ? <p role="alert">{proving.error.message}</p> : null}
    </>
  );
}

/** Leaves the page, so the waiting call is abandoned and has to be repeated. */
function GoogleProofButton() {
  const { pathname, search, hash } = window.location;
  const leaving = useMutation({
    mutationFn: () => call(confirmByGoogle, { json: { to: pathname + search + hash } }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
  return (
    <>
      <Button variant="quiet" wide busy={leaving.isPending || leaving.isSuccess} onClick={() => leaving.mutate()}>
        <GoogleMark /> Confirm with Google
      </Button>
      {leaving.error ? <p role="alert">{leaving.error.message}</p> : null}
    </>
  );
}

function Ways({ proofs, ...outcome }: Outcome & { proofs: Proofs }) {
  const typed = (['password', 'code'] as const).filter((way) => proofs[way]);
  return (
    <>
      {typed.length > 0 ? <TypedProof ways={typed} {...outcome} /> : null}
      {proofs.passkey && supportsPasskeys() ? <PasskeyProofButton onConfirmed={outcome.onConfirmed} /> : null}
      {proofs.google ? <GoogleProofButton /> : null}
    </>
  );
}

/** Refetched each time the dialog opens, but not on focus: looking at an authenticator app changes the window. */
const freshProofs = { ...proofsQuery, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

export function ConfirmForm(outcome: Outcome) {
  const { data: proofs, error, refetch, isFetching } = useQuery(freshProofs);
  return (
    <>
      <p>Confirm {proofs?.password === false ? 'that it is you' : 'your password'} to change a security setting.</p>
      {isFetching ? (
        <Skeleton lines={2} height="44px" label="Loading how you can confirm" />
      ) : error || !proofs ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Ways proofs={proofs} {...outcome} />
      )}
    </>
  );
}
