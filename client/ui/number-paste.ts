import { toast } from './toast.ts';

/** Loaded when a number field is first focused or dropped onto. */
const reading = () => import('../lib/paste-number.ts');

const isNumberField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.inputMode === 'decimal' && !target.readOnly && !target.disabled;

function insertNumber(field: HTMLInputElement, number: string): void {
  field.focus();
  // Supports undo; falls back to setting the value.
  if (document.execCommand('insertText', false, number)) return;
  field.setRangeText(number, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

async function insertParsed(field: HTMLInputElement, text: string): Promise<void> {
  try {
    const { readPasted } = await reading();
    const pasted = readPasted(text);
    if ('refusal' in pasted) toast.warning(pasted.refusal, { id: 'paste' });
    else insertNumber(field, pasted.number);
  } catch {
    toast.warning('The pasted text could not be read. Type the number.', { id: 'paste' });
  }
}

function handle(event: Event, text: string | undefined): void {
  if (!isNumberField(event.target) || text === undefined) return;
  event.preventDefault();
  void insertParsed(event.target, text);
}

function prepare(target: EventTarget | null): void {
  if (isNumberField(target)) reading().catch(() => undefined);
}

/** Parses text pasted or dropped into number fields, or refuses it; never truncates it silently. */
export function readPastedNumbers(): void {
  document.addEventListener('focusin', ({ target }) => prepare(target));
  // A field may have been entered before this code came.
  prepare(document.activeElement);
  document.addEventListener('paste', (event) => handle(event, event.clipboardData?.getData('text/plain')));
  document.addEventListener('drop', (event) => handle(event, event.dataTransfer?.getData('text/plain')));
}
