export type InstallState = 'installed' | 'can-install' | 'ios-guide' | 'unavailable';

interface Facts {
  /** Runs in its own window, or was installed from this page. */
  installed: boolean;
  /** The browser handed us its install question. */
  hasPrompt: boolean;
  ios: boolean;
}

export function installState({ installed, hasPrompt, ios }: Facts): InstallState {
  if (installed) return 'installed';
  if (hasPrompt) return 'can-install';
  return ios ? 'ios-guide' : 'unavailable';
}

/** An iPad calls itself a Mac; a Mac has no touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
