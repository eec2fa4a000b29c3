export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** Replaces a visible toast of the same id. */
  id?: string;
  /** Buttons, such as Undo; pressing one closes the toast. */
  actions?: ToastAction[];
  /** On a phone, which has room for one toast, it takes the place of no warning and no error. */
  yields?: boolean;
}

export interface ToastAction {
  label: string;
  press: () => void;
}
