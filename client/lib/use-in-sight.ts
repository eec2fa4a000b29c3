import { type RefObject, useEffect, useState } from 'react';
import { watchSight } from './in-sight.ts';

/** Whether an element is in or near the viewport; true until first observed. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => (ref.current ? watchSight(ref.current, setSeen) : undefined), [ref]);
  return seen;
}
