export type InstallState = 'installed' | 'can-install' | 'ios-guide' | 'unavailable';

interface Facts {
  /** Runs standalone, or was installed from this page. */
  installed: boolean;
  /** A `beforeinstallprompt` event has been captured. */
  hasPrompt: boolean;
  ios: boolean;
}

export function installState({ installed, hasPrompt, ios }: Facts): InstallState {
  if (installed) return 'installed';
  if (hasPrompt) return 'can-install';
  return ios ? 'ios-guide' : 'unavailable';
}
