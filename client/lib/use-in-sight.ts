import { type RefObject, useEffect, useState } from 'react';
import { watchSight } from './in-sight.ts';

/** Whether an element is in sight or near it; of one that was just drawn it is assumed. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => (ref.current ? watchSight(ref.current, setSeen) : undefined), [ref]);
  return seen;
}
