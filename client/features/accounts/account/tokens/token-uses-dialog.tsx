import type { ApiToken, TokenUse } from '#contracts/tokens.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { tokenUses } from './tokens.queries.ts';
import records from '../../../../ui/records.module.css';

const PAGE = 10;

const Row = ({ use: { call, address, allowed, count, lastAt } }: { use: TokenUse }) => (
  <li className={records.entry}>
    <code translate="no">{call}</code>
    <p className={`${records.line} ${records.muted}`}>
      {allowed ? null : <Chip kind="offline">Refused</Chip>}
      <span>{count === 1 ? 'once' : `${count} times`}</span>
      <span>
        <Time at={lastAt} />
      </span>
      <span>from {address}</span>
    </p>
  </li>
);

function Uses({ tokenId }: { tokenId: string }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(tokenUses(tokenId, page));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={3} height="44px" label="Loading its calls" />
    );
  if (data.totalRecords === 0) return <p>It has made no call yet.</p>;
  return (
    <>
      <ul className={records.log} aria-label="Calls">
        {data.content.map((use) => (
          <Row key={`${use.call} ${use.address} ${use.allowed} ${use.firstAt}`} use={use} />
        ))}
      </ul>
      <Pager page={page} last={Math.ceil(data.totalRecords / PAGE) - 1} onChange={setPage} />
    </>
  );
}

interface Props {
  token: ApiToken;
  open: boolean;
  onClose: () => void;
}

/** What it did in 90 days, counted by the hour. */
export const TokenUsesDialog = ({ token: { tokenId, name }, open, onClose }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={
      <>
        Calls of <bdi>{name}</bdi>
      </>
    }
    footer={
      <Button onClick={onClose} wide>
        Done
      </Button>
    }
  >
    <Uses tokenId={tokenId} />
  </Dialog>
);
