import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'buy' | 'sell';

interface Look {
  variant?: ButtonVariant;
  icon?: LucideIcon;
  /** Takes the full width of its container. */
  wide?: boolean;
  /** Lower for dense rows; the touch area stays 44 px. */
  small?: boolean;
}

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** Ignores presses and announces itself as busy; keeps focus and width. */
    busy?: boolean;
  };

const look = ({ variant = 'primary', wide, small }: Look, className?: string) =>
  classes(styles.button, styles[variant], wide && styles.wide, small && styles.small, className);

const Content = ({ icon, children }: { icon: LucideIcon | undefined; children: ReactNode }) => (
  <span className={styles.content}>
    {icon ? <Icon of={icon} size={18} /> : null}
    {children}
  </span>
);

export function Button({
  variant,
  icon,
  wide,
  small,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
      className={look({ variant, wide, small }, className)}
    >
      <Content icon={icon}>{children}</Content>
      {busy ? <span className={styles.busy} aria-hidden="true" /> : null}
    </button>
  );
}

export function ButtonLink({ variant, icon, wide, small, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={look({ variant, wide, small }, className)}>
      <Content icon={icon}>{children}</Content>
    </Link>
  );
}

type IconButtonProps = ComponentProps<'button'> & { icon: LucideIcon; label: string };

/** A square button with an icon only; `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classes(styles.square, className)}>
      <Icon of={icon} />
    </button>
  );
}

/** A square link with an icon only. */
export function IconLink({ icon, label, className, ...rest }: LinkProps & { icon: LucideIcon; label: string }) {
  return (
    <Link aria-label={label} title={label} {...rest} className={classes(styles.square, className)}>
      <Icon of={icon} />
    </Link>
  );
}
