import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './button.tsx';
import styles from './pager.module.css';

interface Props {
  /** From 0. */
  page: number;
  last: number;
  onChange: (page: number) => void;
}

export function Pager({ page, last, onChange }: Props) {
  if (last === 0 && page === 0) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <IconButton icon={ChevronLeft} label="Previous page" disabled={page === 0} onClick={() => onChange(page - 1)} />
      <span aria-live="polite">
        Page {page + 1} of {Math.max(last, page) + 1}
      </span>
      <IconButton icon={ChevronRight} label="Next page" disabled={page >= last} onClick={() => onChange(page + 1)} />
    </nav>
  );
}
