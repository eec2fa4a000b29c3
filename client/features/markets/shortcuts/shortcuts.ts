/** Single-key shortcuts of the markets page. */
export const SHORTCUTS = {
  b: 'Buy: form and open blocks',
  s: 'Sell: form and open blocks',
  a: 'Alerts',
  h: 'History',
  '/': 'Choose a coin pair',
  e: 'Earn in the other currency',
  p: 'Price of the order',
  q: 'Quantity of the order',
  '?': 'This help',
} as const;
export type Shortcut = keyof typeof SHORTCUTS;

export const isShortcut = (key: string): key is Shortcut => Object.hasOwn(SHORTCUTS, key);

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/** Ignored while typing, with modifier keys, and under a dialog. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey || event.isComposing || event.defaultPrevented) return null;
  if (target instanceof Element && target.closest(TYPING)) return null;
  if (document.querySelector('dialog:modal')) return null;
  const name = key.toLowerCase();
  return isShortcut(name) ? name : null;
}
