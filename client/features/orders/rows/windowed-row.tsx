import { type ReactNode, useEffect, useRef, useState } from 'react';
import { observeVisibility } from '../../../lib/viewport.ts';
import styles from './rows.module.css';

interface Props {
  shownAtFirst: boolean;
  children: ReactNode;
}

/** A row of a long list, rendered once it comes near the screen. */
export function WindowedRow({ shownAtFirst, children }: Props) {
  const [shown, setShown] = useState(shownAtFirst);
  const place = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (shown || !place.current) return undefined;
    return observeVisibility(place.current, (seen) => {
      if (seen) setShown(true);
    });
  }, [shown]);
  if (shown) return children;
  return (
    <tbody ref={place} className={styles.block} aria-hidden="true">
      <tr className={styles.unseen} />
    </tbody>
  );
}
