import { signedInHint } from './lib/signed-in-hint.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';

// Of a page that was drawn at the build: all it needs until it is touched. The app comes when the browser has nothing
// better to do, or at the first sign that somebody means to use it.
const INTENT = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const;
const AT_THE_LATEST_MS = 4000;

let starting: Promise<unknown> | undefined;
let pressed: HTMLElement | null = null;

/** A button that was pressed too early is pressed again. */
function rememberPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  // The browser itself has opened what a popover button opens.
  if (button && !button.popoverTargetElement) pressed = button;
}

async function start(): Promise<void> {
  for (const name of INTENT) document.removeEventListener(name, begin);
  const { started } = await import('./main.tsx');
  await started;
  document.removeEventListener('click', rememberPress);
  pressed?.click();
}

function begin(): void {
  starting ??= start();
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: AT_THE_LATEST_MS });
  else setTimeout(begin, AT_THE_LATEST_MS / 2);
}

applyTheme(chosenTheme());
if (signedInHint()) {
  document.documentElement.dataset['member'] = '';
  begin();
} else {
  document.addEventListener('click', rememberPress);
  for (const name of INTENT) document.addEventListener(name, begin, { passive: true });
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle);
}
