import type { PaperPath } from '#contracts/rules/page-paths.ts';

/** A short page of plain text. */
export interface PageContent {
  path: PaperPath;
  title: string;
  /** Meta description. */
  description: string;
  lead: string;
  parts: readonly { title: string; lines: readonly string[] }[];
  /** Link at the end of the page. */
  next?: { to: string; label: string };
}
