import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AsOf } from '../../../ui/as-of.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { PAGE } from './detail.queries.ts';

interface Props<T> {
  query: UseQueryResult<{ content: T[]; totalRecords: number }>;
  page: number;
  offline: boolean;
  /** While there is nothing. */
  empty: string;
  onPage: (page: number) => void;
  children: (rows: readonly T[]) => ReactNode;
}

/** One page of a list with its four states. */
export function Paged<T>({ query, page, offline, empty, onPage, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={5} height="44px" />
    );
  return (
    <>
      <AsOf of={query} offline={offline} />
      {data.content.length > 0 ? children(data.content) : <p>{empty}</p>}
      <Pager page={page} last={Math.max(0, Math.ceil(data.totalRecords / PAGE) - 1)} onChange={onPage} />
    </>
  );
}
