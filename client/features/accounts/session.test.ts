import { listSessions } from '#contracts/sessions.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/doubles/memory-storage.ts';
import { call } from '../../lib/call.ts';
import { signedInHint } from '../../lib/signed-in-hint.ts';
import { beforeSignOut, onSignOut } from '../../lib/sign-out-tasks.ts';
import { checkSession, forgetSession, signOut, userQuery } from './session.ts';
import { until } from '../../../tests/setup/until.ts';

const anna = {
  id: 'anna',
  username: 'Anna',
  email: 'anna@example.com',
  telegram: '',
  iconIdx: 1,
  proven: true,
  twoFactorEndsAt: null,
};

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

const answering = (answer: unknown) => vi.stubGlobal('fetch', async () => Response.json(answer));

describe('the session', () => {
  it('is read from the server, and leaves a hint for the next first paint', async () => {
    const client = new QueryClient();
    answering(anna);
    expect(await client.fetchQuery(userQuery)).toEqual(anna);
    expect(signedInHint()).toBe(true);
    answering({});
    expect(await client.fetchQuery({ ...userQuery, staleTime: 0 })).toBeNull();
    expect(signedInHint()).toBe(false);
    client.clear();
  });

  describe('after a call was refused with 401', () => {
    const shutOut = () => {
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      client.setQueryData(userQuery.queryKey, anna);
      client.setQueryData(['keys'], ['mine']);
      return client;
    };

    it('is over when the server names no user', async () => {
      const client = shutOut();
      answering({});
      await checkSession(client);
      expect(client.getQueryData(userQuery.queryKey)).toBeNull();
      expect(client.getQueryData(['keys'])).toBeUndefined();
      client.clear();
    });

    it('S-12: continues if only its token was rotated, and repeats what was refused', async () => {
      const client = shutOut();
      const answers = [Response.json({ error: 'Sign in first.' }, { status: 401 }), Response.json(anna)];
      vi.stubGlobal('fetch', async () => answers.shift() ?? Response.json({ sessions: [] }));
      const reading = new QueryObserver(client, { queryKey: ['sessions'], queryFn: () => call(listSessions) });
      const stop = reading.subscribe(() => {});
      await until(() => expect(reading.getCurrentResult().isError).toBe(true));
      await checkSession(client);
      expect(client.getQueryData(userQuery.queryKey)).toEqual(anna);
      expect(reading.getCurrentResult().data).toEqual({ sessions: [] });
      stop();
      client.clear();
    });

    it('is unchanged when the server cannot be reached', async () => {
      const client = shutOut();
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
      await checkSession(client);
      expect(client.getQueryData(userQuery.queryKey)).toEqual(anna);
      client.clear();
    });
  });

  it('P-05: removes the data on this device when the server names no user anymore', async () => {
    const wipe = vi.fn(async () => {});
    const stop = onSignOut(wipe);
    const client = new QueryClient();
    answering(anna);
    await client.fetchQuery(userQuery);
    client.setQueryData(['keys'], ['mine']);
    answering({});
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    expect(wipe).toHaveBeenCalledOnce();
    expect(client.getQueryData(['keys'])).toBeUndefined();
    stop();
    client.clear();
  });

  it('P-04: shows nothing of one user to the next', async () => {
    const client = new QueryClient();
    answering(anna);
    await client.fetchQuery(userQuery);
    client.setQueryData(['keys'], ['mine']);
    answering({ ...anna, id: 'berta' });
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    expect(client.getQueryData(['keys'])).toBeUndefined();
    client.clear();
  });

  it('P-03: ends at once while offline; the server is told before the user is read again', async () => {
    const reload = vi.fn();
    vi.stubGlobal('window', { location: { reload } });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    answering(anna);
    await client.fetchQuery(userQuery);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await signOut();
    expect(reload).toHaveBeenCalledOnce();
    expect(signedInHint()).toBe(false);
    expect(await client.fetchQuery({ ...userQuery, staleTime: 0 })).toBeNull();

    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      return Response.json(path === '/logout' ? { authorized: false } : {});
    });
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    expect(asked).toEqual(['/logout', '/api/user', '/api/user']);
    client.clear();
  });

  it.each([
    ['a captive portal', () => new Response('<html>Welcome to the hotel</html>')],
    ['a 502 of something in between', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
    ['an answer that is not understood', () => Response.json({ done: true })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('H-05: a logout behind %s is kept, said, and carried out when the site is reached', async (_, answer) => {
    const reload = vi.fn();
    const said: string[] = [];
    vi.stubGlobal('window', { location: { reload } });
    vi.stubGlobal('sessionStorage', { length: 0, setItem: (__: string, text: string) => void said.push(text) });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    answering(anna);
    await client.fetchQuery(userQuery);
    vi.stubGlobal('fetch', async () => answer());
    await signOut();
    expect([reload.mock.calls.length, signedInHint()]).toEqual([1, false]);
    expect(said).toEqual([expect.stringMatching(/^You are logged out on this device\. The site could not be reached/)]);
    expect(await client.fetchQuery({ ...userQuery, staleTime: 0 })).toBeNull();
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      return Response.json(path === '/logout' ? { authorized: false } : {});
    });
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    expect(asked).toEqual(['/logout', '/api/user', '/api/user']);
    client.clear();
  });

  it('H-05: the sign-out is recorded before anything else', async () => {
    vi.stubGlobal('window', { location: { reload: vi.fn() } });
    answering({ authorized: false });
    let owed: string | null = null;
    const stop = onSignOut(async () => void (owed = localStorage.getItem('sign-out-owed')));
    await signOut();
    expect([owed, localStorage.getItem('sign-out-owed')]).toEqual(['yes', null]);
    stop();
  });

  it('H-05: nothing is logged out after No', async () => {
    const reload = vi.fn();
    const task = vi.fn(async () => {});
    vi.stubGlobal('window', { location: { reload } });
    answering({ authorized: false });
    const stops = [onSignOut(task), beforeSignOut.when(async () => false)];
    await signOut();
    expect([reload, task].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(localStorage.getItem('sign-out-owed')).toBeNull();
    stops.forEach((stop) => stop());
    await signOut();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('S-53: what a device keeps is told a session that is over from a sign-out', async () => {
    const endings: string[] = [];
    const stop = onSignOut(async (ending) => void endings.push(ending));
    vi.stubGlobal('window', { location: { reload: vi.fn() } });
    const client = new QueryClient();
    answering(anna);
    await client.fetchQuery(userQuery);
    answering({});
    await client.fetchQuery({ ...userQuery, staleTime: 0 });
    await checkSession(client);
    answering({ authorized: false });
    await signOut();
    client.setQueryData(userQuery.queryKey, anna);
    for (let time = 0; time < 2; time += 1) await forgetSession(client);
    expect(endings).toEqual(['ended', 'ended', 'signed-out', 'signed-out', 'ended']);
    stop();
    client.clear();
  });

  it('H-07: nothing that names a key of the user stays on the device', async () => {
    const kept = new Map([
      ['ordered:3f1a', 'yes'],
      ['of-person:draft:xrp', 'x'],
      ['theme', 'dark'],
    ]);
    vi.stubGlobal('localStorage', memoryStorage(kept));
    await forgetSession(new QueryClient());
    expect([...kept.keys()]).toEqual(['theme', 'isAuthenticated']);
  });

  it("leaves nothing of the person behind, but keeps the site's own facts", async () => {
    const client = new QueryClient();
    answering(anna);
    await client.fetchQuery(userQuery);
    client.setQueryData(['keys'], ['secret']);
    client.setQueryData(['alerts', 'binance'], ['mine']);
    client.setQueryData(['site'], { version: '2.0.0' });
    await forgetSession(client);
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
