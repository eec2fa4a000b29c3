import { toast } from '../ui/toast.ts';
import type { LiveState, Lost } from './live-state.ts';

const ONE_AT_A_TIME = { id: 'live' };
/** The Live chip says it too: that a change was not saved matters more. */
const NEWS = { ...ONE_AT_A_TIME, yields: true };

/**
 * The spec's messages. 'Socket lost' is shown only after reconnecting was given up; an ended session leads to the
 * sign-in page instead.
 */
export function toastLost(state: LiveState, { opened, error, sessionEnded }: Lost): void {
  if (sessionEnded) toast.info('You are logged out', ONE_AT_A_TIME);
  else if (state.kind === 'given-up') toast.error('Socket lost. Reload this page', ONE_AT_A_TIME);
  else if (error !== null) toast.error(`Socket lost. Error: ${error}`, ONE_AT_A_TIME);
  else if (opened) toast.info('Socket connection closed', NEWS);
}

/** The first connection is shown by the Live chip only. */
export const toastReconnected = (): void => toast.success('Socket connected', NEWS);
