import { vi } from 'vitest';

/** Until the check passes, with patience for a busy machine. */
export const until = <T>(
  check: () => T | Promise<T>,
  options: { interval?: number; timeout?: number } = {},
): Promise<T> => vi.waitFor(check, { timeout: 30_000, interval: 20, ...options });
