import { checkRecovery, LINK_NOT_VALID } from '#contracts/recovery.ts';
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

/** What a reset with this link removes; null if the link is not valid. */
const resetOf = (passwordUrlHash: string) =>
  queryOptions({
    queryKey: ['recovery-link', passwordUrlHash],
    queryFn: ({ signal }) => call(checkRecovery, { json: { passwordUrlHash }, signal }),
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
      A link works once, within 30 minutes. Of several links, the newest three are valid.
    </Empty>
  </div>
);

/** Target of the mailed link: validates it, then asks for the new password. */
export function RestoreScreen() {
  const { hash = '' } = useParams();
  const { data: reset, error, refetch, isFetching } = useQuery(resetOf(hash));
  return (
    <SignCard title="New password">
      {reset ? <RestoreForm passwordUrlHash={hash} reset={reset} onRefused={() => void refetch()} /> : null}
      {reset === null ? <NotValid /> : null}
      {reset === undefined && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {reset === undefined && !error ? <Skeleton lines={3} /> : null}
    </SignCard>
  );
}
