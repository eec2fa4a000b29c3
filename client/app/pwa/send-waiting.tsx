import { useSendWaiting } from '../../features/alerts/waiting/use-waiting.ts';

/** Sends changes that were made offline. */
export function SendWaiting() {
  useSendWaiting();
  return null;
}
