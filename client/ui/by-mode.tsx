import type { ReactNode } from 'react';

interface Props {
  paper: ReactNode;
  live: ReactNode;
}

/** Both texts are pre-rendered; the page's root says which one is shown, so that nothing moves once the mode is known. */
export const ByMode = ({ paper, live }: Props) => (
  <>
    <span data-only-in="paper">{paper}</span>
    <span data-only-in="live">{live}</span>
  </>
);
