import { describe, expect, it } from 'vitest';
import { CallError, NetworkError } from './call.ts';
import { createQueryClient, worthRetrying } from './query-client.ts';

const refusal = (status: number) => new CallError(status, { error: 'No.' });

describe('worthRetrying', () => {
  it('retries a lost connection and a failing gateway twice', () => {
    for (const error of [new NetworkError(null), refusal(502), refusal(503)])
      expect([0, 1, 2].map((failures) => worthRetrying(failures, error))).toEqual([true, true, false]);
  });

  it('does not retry a refusal', () => {
    for (const status of [400, 401, 404, 409, 429, 500]) expect(worthRetrying(0, refusal(status))).toBe(false);
    expect(worthRetrying(0, new RangeError('a bug'))).toBe(false);
  });
});

describe('the query client', () => {
  it('reports an ended session, for reads and for writes', async () => {
    let signedOut = 0;
    const client = createQueryClient({ onUnauthorized: () => (signedOut += 1) });
    const fail = (status: number) => () => Promise.reject(refusal(status));
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn: fail(401), retry: false })).rejects.toThrow('No.');
    await expect(client.fetchQuery({ queryKey: ['b'], queryFn: fail(404), retry: false })).rejects.toThrow('No.');
    const write = client.getMutationCache().build(client, { mutationFn: fail(401) });
    await expect(write.execute(undefined)).rejects.toThrow('No.');
    expect(signedOut).toBe(2);
    client.clear();
  });
});
