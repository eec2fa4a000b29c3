import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a call came from, as an audit event says it. */
export interface RequestContext {
  /** A browser in words. */
  device: string;
  address: string;
}

const calls = new AsyncLocalStorage<() => RequestContext>();

/** Whatever the work leads to knows where its call came from. */
export const calledFrom = <T>(requestContext: () => RequestContext, work: () => T): T =>
  calls.run(requestContext, work);

/** For what a call only sets off: it is nobody's doing. */
export const calledByNobody = <T>(work: () => T): T => calls.exit(work);

/** Null where no call is at work. */
export const currentRequestContext = (): RequestContext | null => calls.getStore()?.() ?? null;
