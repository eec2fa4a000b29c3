import { afterAll, vi } from 'vitest';

// Files run one after the other in a worker that keeps its modules: none leaves a changed global or clock to the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
