import { useEffect, useState } from 'react';

/** True once the condition has held for `ms`; false as soon as it no longer holds. */
export function useLasting(is: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  if (!is && lasts) setLasts(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [is, ms]);
  return is && lasts;
}
