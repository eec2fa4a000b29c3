import { useSendWaiting } from '../../features/alerts/waiting/use-waiting.ts';

/** What was changed without a connection is sent. */
export function SendWaiting() {
  useSendWaiting();
  return null;
}
