import { holdReload } from './reload-hold.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CHECK_MS = 1000;
const SUBMIT_DELAY_MS = 1000;

/** Initial value of each edited field. */
const before = new WeakMap<Field, string>();
const typed = new Set<Field>();
let release: (() => void) | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
const valueOf = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);

/**
 * Input that is meant to be submitted: no searches and no switches that act at once. Forms may opt out and hold the
 * reload themselves.
 */
function isWritten(field: Field): boolean {
  if (field.type === 'search' || field.closest('[data-holds-itself]')) return false;
  const acts = isBox(field) || field instanceof HTMLSelectElement;
  return !acts || field.closest('form, dialog') !== null;
}

/** Still edited and mounted. */
const isOpen = (field: Field): boolean =>
  field.isConnected && field.closest('dialog:not([open])') === null && valueOf(field) !== before.get(field);

function updateHold(): void {
  for (const field of typed) if (!isOpen(field)) typed.delete(field);
  if (typed.size > 0) {
    release ??= holdReload('something is typed');
    timer ??= setInterval(updateHold, CHECK_MS);
    return;
  }
  clearInterval(timer);
  timer = undefined;
  release?.();
  release = null;
}

const fieldOf = ({ target }: Event): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target
    : null;

function recordInitial(event: Event): void {
  const field = fieldOf(event);
  if (field && !typed.has(field)) before.set(field, valueOf(field));
}

function track(event: Event): void {
  const field = fieldOf(event);
  if (!field || !isWritten(field)) return;
  if (!before.has(field)) before.set(field, isBox(field) ? String(!field.checked) : '');
  typed.add(field);
  updateHold();
}

/** After submitting, a form without validation errors no longer counts as edited. */
function onSubmit({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.closest('dialog')) return;
  setTimeout(() => {
    if (target.querySelector('[aria-invalid="true"]')) return;
    for (const field of typed) if (target.contains(field)) before.set(field, valueOf(field));
    updateHold();
  }, SUBMIT_DELAY_MS);
}

/** Holds reloads while any form has unsent input; call once. */
export function holdReloadWhileTyping(): void {
  document.addEventListener('focusin', recordInitial);
  for (const name of ['input', 'change']) document.addEventListener(name, track);
  document.addEventListener('submit', onSubmit);
}
