import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a request, as audit events store it. */
export interface RequestContext {
  /** The browser's name. */
  device: string;
  address: string;
}

const calls = new AsyncLocalStorage<() => RequestContext>();

/** Runs work whose audit events carry this origin. */
export const withRequestContextOf = <T>(requestContext: () => RequestContext, work: () => T): T =>
  calls.run(requestContext, work);

/** Runs background work that a request merely triggers: its audit events carry no origin. */
export const withoutRequestContext = <T>(work: () => T): T => calls.exit(work);

/** Null outside of a request. */
export const currentRequestContext = (): RequestContext | null => calls.getStore()?.() ?? null;
