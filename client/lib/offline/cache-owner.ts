const OWNER = 'readable-by';
/** Storage key of the last release for changes made offline; it does not say who made them. */
export const OWNERLESS_EDITS = 'waiting-edits';

/**
 * User whose data this browser stores; tabs check it before each write, so that none writes after another has wiped the
 * data.
 */
export const cacheOwner = (): string | null => localStorage.getItem(OWNER);

export const setCacheOwner = (person: string): void => localStorage.setItem(OWNER, person);

/** Also discards changes whose maker is not known; returns the former owner. */
export function clearCacheOwner(): string | null {
  const owner = cacheOwner();
  localStorage.removeItem(OWNER);
  localStorage.removeItem(OWNERLESS_EDITS);
  return owner;
}
