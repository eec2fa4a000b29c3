/** `ended`: by the server or by time, without a sign-out in this browser. */
export type Ending = 'signed-out' | 'ended';
type Task = (ending: Ending) => Promise<void>;
const tasks = new Set<Task>();

/** Prefix of storage keys that are deleted with the session. */
export const SESSION_PREFIX = 'of-person:';
/** Key prefix used up to 2.0.0. */
const ORDERED = 'ordered:';

/** Registers a cleanup that needs the session, such as ending push subscriptions. */
export function onSignOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

type Question = () => Promise<boolean>;
let question: Question | null = null;

/** A question that the user answers before a sign-out; false keeps the session. */
export const beforeSignOut = {
  /** Registers the question; returns the unregister function. */
  when(ask: Question): () => void {
    question = ask;
    return () => {
      question = null;
    };
  },
  ask: async (): Promise<boolean> => (await question?.()) ?? true,
};

function deleteUserData(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const name of names) if (name.startsWith(SESSION_PREFIX) || name.startsWith(ORDERED)) storage.removeItem(name);
}

/** Runs every cleanup; a failing one does not prevent sign-out. */
export async function runSignOutTasks(ending: Ending = 'signed-out'): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) deleteUserData(storage);
  await Promise.allSettled([...tasks].map((task) => task(ending)));
}
