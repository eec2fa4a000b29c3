import type { ReactNode } from 'react';

interface Props {
  paper: ReactNode;
  live: ReactNode;
}

/** Both texts are pre-rendered and the root element selects one, so that nothing shifts when the mode is known. */
export const ByMode = ({ paper, live }: Props) => (
  <>
    <span data-only-in="paper">{paper}</span>
    <span data-only-in="live">{live}</span>
  </>
);
