import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDoubt } from './doubt.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function doubted() {
  const drop = vi.fn<() => void>();
  const doubt = createDoubt(drop);
  void doubt.begin();
  return { doubt, drop, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('P-07: drops a connection on which nothing comes for four seconds, one after the browser has lost the network', async () => {
  const { drop, after } = doubted();
  await after(4999);
  expect(drop).not.toHaveBeenCalled();
  await after(1);
  expect(drop).toHaveBeenCalledOnce();
});

it('P-07: keeps a connection on which messages go on, as on the machine of the site', async () => {
  const { doubt, drop, after } = doubted();
  await after(1001);
  doubt.receive();
  await after(60_000);
  expect(drop).not.toHaveBeenCalled();
});

it('P-07: what came before, and was handed on later, says nothing', async () => {
  const { doubt, drop, after } = doubted();
  await after(999);
  doubt.receive();
  await after(4001);
  expect(drop).toHaveBeenCalledOnce();
});

it('P-07: a doubt that has ended, or begins anew, drops nothing by itself', async () => {
  const { doubt, drop, after } = doubted();
  await after(3000);
  void doubt.begin();
  await after(4999);
  expect(drop).not.toHaveBeenCalled();
  doubt.end();
  await after(60_000);
  expect(drop).not.toHaveBeenCalled();
});
