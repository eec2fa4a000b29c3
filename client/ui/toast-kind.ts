export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** A second toast of the same id replaces the first. */
  id?: string;
}
