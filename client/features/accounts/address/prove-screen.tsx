import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../ui/states.tsx';
import { userQuery } from '../session.ts';
import { SignCard } from '../sign/sign-card.tsx';
import { RECOVER } from '../sign/sign-in.tsx';
import styles from './address.module.css';
import { addressQuery, useProveAddress } from './address.queries.ts';
import { RemovedList } from './removed-list.tsx';

function SignedIn({ token }: { token: string }) {
  const navigate = useNavigate();
  const { data: state, error, refetch, isFetching } = useQuery(addressQuery);
  const proving = useProveAddress(() => void navigate('/account', { replace: true }));
  if (!state && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!state) return <Skeleton lines={3} label="Loading the state of your address" />;
  if (state.proven) {
    return (
      <>
        <p>{state.email} is proven.</p>
        <ButtonLink to="/account">My account</ButtonLink>
      </>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.note}>You are signed in to the account of {state.email}.</p>
      <RemovedList {...state} />
      {proving.error ? <p role="alert">{sentenceOf(proving.error)}</p> : null}
      <Button wide busy={proving.isPending} onClick={() => proving.mutate({ token })}>
        Prove my address
      </Button>
    </div>
  );
}

const SignedOut = () => (
  <div className={styles.form}>
    <p>Sign in first, or enter the mailed code in the browser where you are signed in.</p>
    <ButtonLink to="/signin" state={{ from: window.location.pathname }}>
      Sign in
    </ButtonLink>
    <p className={styles.note}>
      You did not create this account? Set a new password: it signs out everyone else and removes what they set up.
    </p>
    <ButtonLink variant="quiet" to="/signin" state={RECOVER}>
      Set a new password
    </ButtonLink>
  </div>
);

/** Target of the mailed link. The link alone proves nothing: another person may have signed up with this address. */
export function ProveScreen() {
  const { token = '' } = useParams();
  const { data: user, error, refetch, isFetching } = useQuery(userQuery);
  return (
    <SignCard title="Prove your address">
      {user ? <SignedIn token={token} /> : null}
      {user === null ? <SignedOut /> : null}
      {user === undefined && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {user === undefined && !error ? <Skeleton lines={3} /> : null}
    </SignCard>
  );
}
