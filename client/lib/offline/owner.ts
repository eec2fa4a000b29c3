const OWNER = 'readable-by';
/** Changes that wait for the connection. */
export const WAITING = 'waiting-edits';

/** Whose data this browser keeps: every tab looks here before it writes, so none keeps more once one has wiped it. */
export const keptFor = (): string | null => localStorage.getItem(OWNER);

export const keepFor = (person: string): void => localStorage.setItem(OWNER, person);

/** Nothing that was waiting is sent any more. Answers whose data it was. */
export function disown(): string | null {
  const owner = keptFor();
  localStorage.removeItem(OWNER);
  localStorage.removeItem(WAITING);
  return owner;
}
