import { X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

interface Props {
  open: boolean;
  /** Escape, the cross, or a press outside the dialog, which drops nothing that was typed. */
  onClose: () => void;
  /** Names in it are isolated from the words around them: `<bdi>`. */
  title: ReactNode;
  children: ReactNode;
  /** The buttons; they stay in sight while the body scrolls. */
  footer?: ReactNode;
  /** Only to be read: the body takes the focus, so that the keyboard scrolls it. */
  reading?: boolean;
  /** `drawer` slides in from the right edge; a dialog is a bottom sheet on phones. */
  shape?: 'dialog' | 'drawer';
}

/** A native modal dialog: the browser keeps the focus inside and gives it back. Its children exist only while it is open. */
export function Dialog({ open, onClose, title, children, footer, reading = false, shape = 'dialog' }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // What was typed into a search is no loss.
  const typed = useRef(false);
  const began = useRef<EventTarget | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    typed.current = false;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    // One that goes while it is open gives the focus back as well.
    return () => dialog?.close();
  }, []);

  const pressBeside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget && began.current === target && !typed.current) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard's way out.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classes(styles.dialog, styles[shape])}
      onPointerDown={(event) => {
        began.current = event.target;
      }}
      onInput={({ target }) => {
        typed.current ||= (target as HTMLInputElement).type !== 'search';
      }}
      onClick={pressBeside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
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
  /** The word on the way back. */
  back?: string;
  onBack: () => void;
}

/** A dialog's two ways out: back, and the button that acts, told as any button. */
export const DialogActions = ({ back = 'Cancel', onBack, ...act }: ActionsProps) => (
  <>
    <Button variant="quiet" onClick={onBack}>
      {back}
    </Button>
    <Button {...act} />
  </>
);
