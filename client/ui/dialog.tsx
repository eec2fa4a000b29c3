import { X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { useRootMark } from '../lib/root-mark.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

interface Props {
  open: boolean;
  /** On Escape, the close button, or a press outside if nothing was typed. */
  onClose: () => void;
  /** Wrap names in `<bdi>`. */
  title: ReactNode;
  children: ReactNode;
  /** Buttons, always visible below the scrolling body. */
  footer?: ReactNode;
  /** For text only: the body takes focus, so that it can be scrolled by keyboard. */
  reading?: boolean;
  /** `drawer` slides in from the right; a dialog is a bottom sheet on phones. */
  shape?: 'dialog' | 'drawer';
  /** Room for two columns at a desk. */
  wide?: boolean;
}

/** A native modal dialog, which traps and restores focus. Its children are mounted only while open. */
export function Dialog({ open, onClose, title, children, footer, reading = false, shape = 'dialog', wide }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Search text does not count as typed.
  const typed = useRef(false);
  const isMounted = useRef(false);
  const pressStart = useRef<EventTarget | null>(null);
  useRootMark('modal', open);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    typed.current = false;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    isMounted.current = true;
    // Also restores focus if unmounted while open.
    return () => {
      isMounted.current = false;
      dialog?.close();
    };
  }, []);

  const onBackdropClick = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget && pressStart.current === target && !typed.current) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard's way out.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classes(styles.dialog, styles[shape], wide && styles.wideDialog)}
      onPointerDown={(event) => {
        pressStart.current = event.target;
      }}
      onInput={({ target }) => {
        typed.current ||= (target as HTMLInputElement).type !== 'search';
      }}
      onClick={onBackdropClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // It hears of the end of a dialog that another one has replaced, too.
        if (open && isMounted.current) onClose();
      }}
    >
      {open ? (
        <div className={styles.sheet}>
          <div className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <IconButton icon={X} label="Close" onClick={onClose} />
          </div>
          <div className={styles.body} {...(reading && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}>
            {children}
          </div>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}

interface ActionsProps extends ComponentProps<typeof Button> {
  /** Label of the cancel button. */
  back?: string;
  onBack: () => void;
}

/** The two buttons of a dialog: cancel, and the action with the button's own props. */
export const DialogActions = ({ back = 'Cancel', onBack, ...act }: ActionsProps) => (
  <>
    <Button variant="quiet" onClick={onBack}>
      {back}
    </Button>
    <Button {...act} />
  </>
);
