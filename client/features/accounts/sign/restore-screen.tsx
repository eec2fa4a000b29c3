import { getUser } from '#contracts/accounts.ts';
import { LINK_NOT_VALID } from '#contracts/recovery.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { call } from '../../../lib/call.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { RestoreForm } from './restore-form.tsx';
import { SignCard } from './sign-card.tsx';
import { RECOVER } from './sign-in.tsx';

/** What is wrong with a recovery link, or null. */
const linkFault = (passwordUrlHash: string) =>
  queryOptions({
    queryKey: ['recovery-link', passwordUrlHash],
    queryFn: async ({ signal }) => (await call(getUser, { query: { passwordUrlHash }, signal })).error ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const NotValid = () => (
  <div role="alert">
    <Empty
      icon={Link2Off}
      title={LINK_NOT_VALID}
      action={
        <ButtonLink to="/signin" state={RECOVER}>
          Recover password
        </ButtonLink>
      }
    >
      A link works once, within 30 minutes, and only the newest one.
    </Empty>
  </div>
);

/** Where a mailed link leads: first whether it is valid, then the new password. */
export function RestoreScreen() {
  const { hash = '' } = useParams();
  const { data: fault, error, refetch, isFetching } = useQuery(linkFault(hash));
  return (
    <SignCard title="New password">
      {fault === null ? <RestoreForm passwordUrlHash={hash} onRefused={() => void refetch()} /> : null}
      {fault ? <NotValid /> : null}
      {fault === undefined && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {fault === undefined && !error ? <Skeleton lines={3} /> : null}
    </SignCard>
  );
}
