type Task = () => Promise<void>;
const tasks = new Set<Task>();

/** Begins the names of what the browser keeps of the person besides: it goes with the session. */
export const OF_PERSON = 'of-person:';
/** Written by releases up to 2.0.0, with the uid of a key behind it. */
const ORDERED = 'ordered:';

/** What must be undone while the session still lives: push subscriptions, stored private data. */
export function whenSigningOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

function forgetPerson(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const name of names) if (name.startsWith(OF_PERSON) || name.startsWith(ORDERED)) storage.removeItem(name);
}

/** Runs every task; one that fails keeps nobody signed in. */
export async function undoBeforeSignOut(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) forgetPerson(storage);
  await Promise.allSettled([...tasks].map((task) => task()));
}
