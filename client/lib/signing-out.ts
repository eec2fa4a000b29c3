type Task = () => Promise<void>;
const tasks = new Set<Task>();

/** What must be undone while the session still lives: push subscriptions, stored private data. */
export function whenSigningOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Runs every task; one that fails keeps nobody signed in. */
export async function undoBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...tasks].map((task) => task()));
}
