const OWNER = 'readable-by';
/** Storage key of changes made offline. */
export const QUEUED_EDITS = 'waiting-edits';

/**
 * User whose data this browser stores; tabs check it before each write, so that none writes after another has wiped the
 * data.
 */
export const cacheOwner = (): string | null => localStorage.getItem(OWNER);

export const setCacheOwner = (person: string): void => localStorage.setItem(OWNER, person);

/** Also discards unsent changes; returns the former owner. */
export function clearCacheOwner(): string | null {
  const owner = cacheOwner();
  localStorage.removeItem(OWNER);
  localStorage.removeItem(QUEUED_EDITS);
  return owner;
}
