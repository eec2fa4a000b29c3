import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';

/** Orders to the paper exchange's control server: price, liquidity, fault, clock, key, reset. */
export const paperControl =
  ({ deps }: Pick<TestSite, 'deps'>) =>
  async (what: string, body: Record<string, unknown>): Promise<void> => {
    const response = await fetch(`${deps.paperControlUrl}/control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(200);
  };
