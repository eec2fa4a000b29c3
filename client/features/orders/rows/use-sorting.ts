import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NEWEST_FIRST, readSorting, type Sorting, writeSorting } from './sorting.ts';

/** Sorting, kept in the address; another sorting starts at the first page. */
export function useSorting() {
  const [search, setSearch] = useSearchParams();
  const [page, setPage] = useState(0);
  const sorting = readSorting(search);
  const { sort, direction, targets } = sorting;
  const isNewestFirst = sort === NEWEST_FIRST.sort && direction === NEWEST_FIRST.direction;
  return {
    page,
    setPage,
    sorting,
    sort(next: Sorting) {
      setPage(0);
      setSearch((before) => writeSorting(before, next), { replace: true, preventScrollReset: true });
    },
    /** API parameters; the default order has none, so that its cache entry is shared. */
    params: { page, ...(isNewestFirst ? {} : { sort, direction, ...(targets && { targets }) }) },
  };
}
