import { expect, it } from 'vitest';
import { UnderWay } from './under-way.ts';

it('waits for all that is under way, and tells what failed', async () => {
  const underWay = new UnderWay();
  const [slow, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failures: unknown[] = [];
  const order: string[] = [];
  void underWay.add(slow.promise, (error) => failures.push(error)).then(() => order.push('slow'));
  void underWay.add(broken.promise, (error) => failures.push(error)).then(() => order.push('broken'));
  expect(underWay.size).toBe(2);
  const ended = underWay.ended().then(() => order.push('all'));
  const error = new Error('broken');
  broken.reject(error);
  await expect.poll(() => underWay.size).toBe(1);
  slow.resolve();
  await ended;
  expect(order).toEqual(['broken', 'slow', 'all']);
  expect(failures).toEqual([error]);
  expect(underWay.size).toBe(0);
});
