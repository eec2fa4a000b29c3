import { setBadge } from './start-pwa.ts';

interface Behind {
  alert?: { alertId?: string };
}

/** Removes notifications of alerts that were seen on another device, and updates the icon's badge. */
export async function forgetSeen(unseen: readonly string[]): Promise<void> {
  await setBadge(unseen.length);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const id = (shown.data as Behind | null)?.alert?.alertId;
    if (id !== undefined && !unseen.includes(id)) shown.close();
  }
}
