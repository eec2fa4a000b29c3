/** Ends the task: what follows comes in one of its own, and input is handled in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
