const STORED = 'keys-view';
/** More keys than this are shown as a list of lines at first. */
const FEW = 4;

export type KeysView = 'cards' | 'list';

/** As chosen on this device. */
export const readKeysView = (stored: string | null, keys: number): KeysView =>
  stored === 'cards' || stored === 'list' ? stored : keys > FEW ? 'list' : 'cards';

export const keepKeysView = (view: KeysView): void => localStorage.setItem(STORED, view);
export const storedKeysView = (): string | null => localStorage.getItem(STORED);
