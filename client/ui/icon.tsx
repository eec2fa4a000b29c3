import type { LucideIcon } from 'lucide-react';

interface Props {
  of: LucideIcon;
  /** Pixels. */
  size?: number;
  /** Accessible name; decorative without one. */
  label?: string;
  className?: string | undefined;
}

export function Icon({ of: Drawing, size = 20, label, className }: Props) {
  const meaning = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return <Drawing size={size} strokeWidth={2} className={className} focusable={false} {...meaning} />;
}
