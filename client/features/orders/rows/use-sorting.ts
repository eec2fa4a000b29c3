import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readSorting, rowsParams, type Sorting, writeSorting } from './sorting.ts';

/** Sorting, kept in the address; another sorting starts at the first page. */
export function useSorting() {
  const [search, setSearch] = useSearchParams();
  const [page, setPage] = useState(0);
  const sorting = readSorting(search);
  return {
    page,
    setPage,
    sorting,
    sort(next: Sorting) {
      setPage(0);
      setSearch((before) => writeSorting(before, next), { replace: true, preventScrollReset: true });
    },
    params: rowsParams(sorting, page),
  };
}
