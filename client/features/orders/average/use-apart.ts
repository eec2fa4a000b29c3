import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openBlocks, type OpenFilter } from '../open-blocks.queries.ts';
import { joinPreview, NO_TARGETS } from './average.queries.ts';

/** Why blocks of the tab cannot be joined, by their ids: null where they can. Empty unless it is asked. */
export function useApart(filter: OpenFilter, isAsked: boolean): ReadonlyMap<string, string | null> {
  const { data } = useQuery({ ...openBlocks(filter), enabled: isAsked });
  const ids = data?.flatMap(([main]) => main?.blockId ?? []) ?? [];
  const { data: preview } = useQuery({
    ...joinPreview(filter, ids, NO_TARGETS),
    enabled: isAsked && ids.length > 0,
  });
  const blocks = isAsked ? preview?.blocks : undefined;
  return useMemo(() => new Map(blocks?.map(({ blockId, reason }) => [blockId, reason])), [blocks]);
}
