import { setBadge } from './start-pwa.ts';

interface Behind {
  alert?: { alertId?: string };
}

/** What was seen on another device leaves this one as well: its notification, and its part of the icon's number. */
export async function forgetSeen(unseen: readonly string[]): Promise<void> {
  await setBadge(unseen.length);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const id = (shown.data as Behind | null)?.alert?.alertId;
    if (id !== undefined && !unseen.includes(id)) shown.close();
  }
}
