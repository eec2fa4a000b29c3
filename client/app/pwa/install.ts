import { useSyncExternalStore } from 'react';
import { isIos } from '../../lib/is-ios.ts';
import { createListeners } from '../../lib/listeners.ts';
import { type InstallState, installState } from './install-state.ts';

/** Chromium only; missing in lib.dom. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent;
  }
  interface Navigator {
    /** Safari on iOS: started from the home screen. */
    readonly standalone?: boolean;
  }
}

const listeners = createListeners();
let promptEvent: BeforeInstallPromptEvent | undefined;
let installedHere = false;

const isStandalone = () => navigator.standalone === true || matchMedia('(display-mode: standalone)').matches;

/** P-08: prevents eviction of an installed app's data. */
async function keepStorage(): Promise<void> {
  if ('storage' in navigator && !(await navigator.storage.persisted())) await navigator.storage.persist();
}

/** Must run before `beforeinstallprompt` fires, so at page start. */
export function watchInstall(): void {
  if (isStandalone()) void keepStorage();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    promptEvent = event;
    listeners.notify();
  });
  window.addEventListener('appinstalled', () => {
    promptEvent = undefined;
    installedHere = true;
    void keepStorage();
    listeners.notify();
  });
}

const current = (): InstallState =>
  installState({
    installed: installedHere || isStandalone(),
    hasPrompt: promptEvent !== undefined,
    ios: isIos(navigator),
  });

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  const standalone = matchMedia('(display-mode: standalone)');
  standalone.addEventListener('change', listener);
  return () => {
    unsubscribe();
    standalone.removeEventListener('change', listener);
  };
}

/** Shows the captured prompt, which can be used only once per event. */
async function showPrompt(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const event = promptEvent;
  if (!event) return 'unavailable';
  promptEvent = undefined;
  await event.prompt();
  const { outcome } = await event.userChoice;
  listeners.notify();
  return outcome;
}

export const useInstall = () => ({ state: useSyncExternalStore(subscribe, current), prompt: showPrompt });
