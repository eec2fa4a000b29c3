import { LEFT_BY_RELOAD } from '../lib/left-by-reload.ts';
import type { ToastKind, ToastOptions } from './toast-kind.ts';

let loading: Promise<typeof import('./toast-host.tsx')> | undefined;

// The library loads with the first toast. The import is shared: otherwise a second toast could overtake the first,
// which also waits for the style sheet.
function host() {
  loading ??= import('./toast-host.tsx').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const PLAIN_MS = 10_000;

/** Without the library, where a lost connection has kept it from coming. */
function showPlainly(text: string): void {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.className = 'plain-toast';
  line.textContent = text;
  // Modal dialogs cover everything below the top layer.
  line.popover = 'manual';
  document.body.append(line);
  line.showPopover();
  setTimeout(() => line.remove(), PLAIN_MS);
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  void host().then(
    ({ showToast }) => showToast(kind, text, options),
    () => showPlainly(text),
  );
}

/** In a lower corner, at the top of a phone, for five seconds, or ten with actions; announced to screen readers. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  /** Shown after the next reload. */
  infoAfterReload: (text: string) => sessionStorage.setItem(LEFT_BY_RELOAD, text),
};

/** The text of `infoAfterReload`, once. */
export function takeTextLeftByReload(): string | null {
  const text = sessionStorage.getItem(LEFT_BY_RELOAD);
  sessionStorage.removeItem(LEFT_BY_RELOAD);
  return text;
}
