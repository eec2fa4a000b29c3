export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** Replaces a visible toast of the same id. */
  id?: string;
  /** A button, such as Undo; pressing it closes the toast. */
  action?: { label: string; press: () => void };
}
