import { linkGoogle, unlinkGoogle } from '#contracts/google.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { siteQuery } from '../../../lib/site.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from '../entries.module.css';
import { proofsQuery } from '../proofs.queries.ts';
import { GoogleMark } from './google-mark.tsx';

const BACK_HERE = '/account#security';

function LinkButton() {
  const linking = useMutation({
    mutationFn: () => call(linkGoogle, { json: { to: BACK_HERE } }),
    onSuccess: ({ address }) => window.location.assign(address),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      variant="quiet"
      className={styles.all}
      busy={linking.isPending || linking.isSuccess}
      onClick={() => linking.mutate()}
    >
      <GoogleMark /> Link Google
    </Button>
  );
}

function UnlinkButton() {
  const client = useQueryClient();
  const unlinking = useMutation({
    mutationFn: () => call(unlinkGoogle),
    onSuccess: () => toast.success('Your Google account is unlinked'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries(proofsQuery),
  });
  return (
    <Button variant="quiet" className={styles.all} busy={unlinking.isPending} onClick={() => unlinking.mutate()}>
      Unlink Google
    </Button>
  );
}

function Linked() {
  const { data: proofs, error, refetch, isFetching } = useQuery(proofsQuery);
  if (error && !proofs) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!proofs) return <Skeleton lines={1} height="44px" label="Loading your Google account" />;
  return proofs.google ? (
    <>
      <p className={styles.alone}>A Google account is linked and can sign in.</p>
      <UnlinkButton />
    </>
  ) : (
    <>
      <p className={styles.alone}>Sign in with one press, without a password.</p>
      <LinkButton />
    </>
  );
}

/** Hidden if the operator has not configured Google. */
export function GoogleCard() {
  const { data: site } = useQuery(siteQuery);
  return site?.google ? (
    <Card title="Google">
      <Linked />
    </Card>
  ) : null;
}
