interface Part {
  /** From 0. */
  page: number;
  /** Blocks a page. */
  size: number;
  total: number;
}

/** 'The first 500 of 612 blocks.'; null where a page has all of them. */
export function partText({ page, size, total }: Part): string | null {
  if (total <= size) return null;
  const last = Math.min(total, (page + 1) * size);
  return page === 0 ? `The first ${last} of ${total} blocks.` : `Blocks ${page * size + 1} to ${last} of ${total}.`;
}
