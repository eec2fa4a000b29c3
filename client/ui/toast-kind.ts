export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** A second toast of the same id replaces the first. */
  id?: string;
  /** Takes back what the toast says, or leads to it; the toast goes with the press. */
  action?: { label: string; press: () => void };
}
