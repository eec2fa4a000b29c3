import type { PAPER_PATHS } from './paths.ts';

/** A short page of plain text. */
export interface Paper {
  path: (typeof PAPER_PATHS)[number];
  title: string;
  /** What a search engine shows of it. */
  description: string;
  lead: string;
  parts: readonly { title: string; lines: readonly string[] }[];
  /** Where to go from here. */
  next?: { to: string; label: string };
}
