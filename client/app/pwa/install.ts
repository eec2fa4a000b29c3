import { useSyncExternalStore } from 'react';
import { type InstallState, installState, isIos } from './install-state.ts';

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

const listeners = new Set<() => void>();
let question: BeforeInstallPromptEvent | undefined;
let installedHere = false;

const tell = () => {
  for (const listener of listeners) listener();
};

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
    question = event;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    question = undefined;
    installedHere = true;
    void keepStorage();
    tell();
  });
}

const current = (): InstallState =>
  installState({
    installed: installedHere || isStandalone(),
    hasPrompt: question !== undefined,
    ios: isIos(navigator),
  });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const standalone = matchMedia('(display-mode: standalone)');
  standalone.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    standalone.removeEventListener('change', listener);
  };
}

/** Shows the captured prompt, which can be used only once per event. */
async function ask(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const asked = question;
  if (!asked) return 'unavailable';
  question = undefined;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  tell();
  return outcome;
}

export const useInstall = () => ({ state: useSyncExternalStore(subscribe, current), prompt: ask });
