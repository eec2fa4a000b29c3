import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NEWEST_FIRST, readSorting, type Sorting, writeSorting } from './sorting.ts';

/** How the rows are sorted is part of the address; another order begins at its first page. */
export function useOrder() {
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
    /** As the server is asked for it; its own order, which others read as well, has no words. */
    asked: { page, ...(isNewestFirst ? {} : { sort, direction, ...(targets && { targets }) }) },
  };
}
