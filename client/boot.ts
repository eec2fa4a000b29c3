import { gesturesShown } from './lib/gestures-shown.ts';
import { LEFT_BY_RELOAD } from './lib/left-by-reload.ts';
import { signedInHint } from './lib/signed-in-hint.ts';
import { applyTheme, chosenTheme } from './lib/theme.ts';

// The only script of a pre-rendered page until the user interacts: the app is prefetched on idle and started at the
// first interaction, or after some seconds.
const INTENT = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'scroll'] as const;
const AT_THE_LATEST_MS = 4000;
const STAYED_MS = 5000;

let starting: Promise<unknown> | undefined;
const { dataset } = document.documentElement;
let pressed: HTMLElement | null = null;
let focused: HTMLElement | null = null;
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();
const chosen = new Map<HTMLSelectElement, string>();

/** Shows a progress bar until the app has started. */
const showProgress = (): void => {
  dataset['working'] = '';
};

/** Repeats a button press that came before the app started. */
function rememberPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  // The browser opens popovers by itself.
  if (!button || button.popoverTargetElement) return;
  pressed = button;
  showProgress();
}

const rememberTyping = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typed.add(target);
  if (!(target instanceof HTMLSelectElement)) return;
  chosen.set(target, target.value);
  showProgress();
};

const rememberFocus = ({ target }: Event): void => {
  if (target instanceof HTMLElement) focused = target;
};

/** Prevents native form submission; the press on the submit button is remembered. */
function holdForm(event: Event): void {
  event.preventDefault();
  showProgress();
}

/** What React replaced had the focus: what you type next would go nowhere. */
function restoreFocus(): void {
  if (focused && !focused.isConnected && document.activeElement === document.body) currentElement(focused).focus();
}

/** The event makes React hydrate this part first. */
const dispatchInput = (field: Element) => field.dispatchEvent(new InputEvent('input', { bubbles: true }));

/** The current element in place of one that React replaced by rendering anew. */
function currentElement<Touched extends HTMLElement>(touched: Touched): Touched {
  if (touched.isConnected) return touched;
  const candidates = [...document.querySelectorAll<Touched>(`main ${touched.localName}`)];
  const same = ({ name, textContent }: Touched & { name?: string }, of: Touched & { name?: string }) =>
    name === of.name && textContent === of.textContent;
  return candidates.find((one) => same(one, touched)) ?? touched;
}

/** React takes a field's value at hydration as its initial value, so only a change of the value triggers onChange. */
function restoreText(touched: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = touched;
  const field = currentElement(touched);
  dispatchInput(field);
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  dispatchInput(field);
}

function restoreChoice(value: string, touched: HTMLSelectElement): void {
  const select = currentElement(touched);
  dispatchInput(select);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

async function start(): Promise<void> {
  for (const name of INTENT) document.removeEventListener(name, begin);
  try {
    const { started } = await import('./main.tsx');
    await started;
  } finally {
    delete dataset['working'];
  }
  document.removeEventListener('click', rememberPress);
  document.removeEventListener('input', rememberTyping);
  document.removeEventListener('focusin', rememberFocus);
  document.removeEventListener('submit', holdForm);
  typed.forEach(restoreText);
  chosen.forEach(restoreChoice);
  restoreFocus();
  if (pressed) currentElement(pressed).click();
}

function begin(): void {
  starting ??= start();
}

/** Requests the app's files without executing them. */
function requestApp(rel: 'prefetch' | 'modulepreload'): void {
  const files = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app']?.split(' ') ?? [];
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel, crossOrigin: '', href }));
}

function prefetchApp(): void {
  if (!starting) requestApp('prefetch');
  setTimeout(begin, STAYED_MS);
}

/** Resolves once something is on the screen, or after some seconds; a hidden page paints nothing. */
async function firstPaint(): Promise<void> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  await new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    document.addEventListener('visibilitychange', resolve, { once: true });
    setTimeout(resolve, AT_THE_LATEST_MS);
  });
}

/** A browser may be idle before it has painted: the app's files would then delay the first paint. */
async function prefetchWhenIdle(): Promise<void> {
  await firstPaint();
  if ('requestIdleCallback' in window) requestIdleCallback(prefetchApp, { timeout: AT_THE_LATEST_MS });
  else setTimeout(prefetchApp, AT_THE_LATEST_MS / 2);
}

/** The app's files come after the first paint: on a slow line they would share it with the styles. */
async function beginAfterPaint(): Promise<void> {
  await firstPaint();
  requestApp('modulepreload');
  begin();
}

/** On a slow line you may be in a field before this script is there. */
function rememberEarlier(): void {
  const { activeElement } = document;
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (field.value !== field.defaultValue) typed.add(field);
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return;
  focused = activeElement;
  begin();
}

applyTheme(chosenTheme());
document.addEventListener('submit', holdForm);
// The frame of a signed-in page is pre-rendered, the same for every user.
if (signedInHint() || dataset['member'] !== undefined) {
  dataset['member'] = '';
  if (gesturesShown()) dataset['gesturesShown'] = '';
  showProgress();
  void beginAfterPaint();
} else {
  document.addEventListener('click', rememberPress);
  document.addEventListener('input', rememberTyping);
  document.addEventListener('focusin', rememberFocus);
  for (const name of INTENT) document.addEventListener(name, begin, { passive: true });
  rememberEarlier();
  if (sessionStorage.getItem(LEFT_BY_RELOAD) !== null) begin();
  if (document.readyState === 'complete') void prefetchWhenIdle();
  else window.addEventListener('load', () => void prefetchWhenIdle());
}
