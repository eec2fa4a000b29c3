import type { PaperPath } from '#contracts/rules/pages.ts';

/** A short page of plain text. */
export interface Paper {
  path: PaperPath;
  title: string;
  /** What a search engine shows of it. */
  description: string;
  lead: string;
  parts: readonly { title: string; lines: readonly string[] }[];
  /** Where to go from here. */
  next?: { to: string; label: string };
}
