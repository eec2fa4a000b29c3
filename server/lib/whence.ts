import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a call came from, as an audit event says it. */
export interface Whence {
  /** A browser in words. */
  device: string;
  address: string;
}

const calls = new AsyncLocalStorage<() => Whence>();

/** Whatever the work leads to knows where its call came from. */
export const calledFrom = <T>(whence: () => Whence, work: () => T): T => calls.run(whence, work);

/** For what a call only sets off: it is nobody's doing. */
export const calledByNobody = <T>(work: () => T): T => calls.exit(work);

/** Null where no call is at work. */
export const whenceNow = (): Whence | null => calls.getStore()?.() ?? null;
