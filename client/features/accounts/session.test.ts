import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, signedInHint, userQuery } from './session.ts';

const anna = { username: 'Anna', email: 'anna@example.com', telegram: '', iconIdx: 1 };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const answering = (answer: unknown) => vi.stubGlobal('fetch', async () => Response.json(answer));

describe('the session', () => {
  it('is what the server says, and leaves a hint for the next first paint', async () => {
    const client = new QueryClient();
    answering(anna);
    expect(await client.fetchQuery(userQuery)).toEqual(anna);
    expect(signedInHint()).toBe(true);
    answering({});
    expect(await client.fetchQuery({ ...userQuery, staleTime: 0 })).toBeNull();
    expect(signedInHint()).toBe(false);
    client.clear();
  });

  it("leaves nothing of the person behind, but keeps the site's own facts", async () => {
    const client = new QueryClient();
    answering(anna);
    await client.fetchQuery(userQuery);
    client.setQueryData(['keys'], ['secret']);
    client.setQueryData(['alerts', 'binance'], ['mine']);
    client.setQueryData(['site'], { version: '2.0.0' });
    forgetSession(client);
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    ).toEqual(['user', 'site']);
    expect(client.getQueryData(userQuery.queryKey)).toBeNull();
    expect(signedInHint()).toBe(false);
    client.clear();
  });
});
