const OWNER = 'readable-by';
/** Storage key of changes made offline. */
export const WAITING = 'waiting-edits';

/**
 * User whose data this browser stores; tabs check it before each write, so that none writes after another has wiped the
 * data.
 */
export const keptFor = (): string | null => localStorage.getItem(OWNER);

export const keepFor = (person: string): void => localStorage.setItem(OWNER, person);

/** Also discards unsent changes; returns the former owner. */
export function disown(): string | null {
  const owner = keptFor();
  localStorage.removeItem(OWNER);
  localStorage.removeItem(WAITING);
  return owner;
}
