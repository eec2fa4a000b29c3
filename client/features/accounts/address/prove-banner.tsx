import { MailCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './address.module.css';

const ProveForm = lazy(async () => ({ default: (await import('./prove-form.tsx')).ProveForm }));

/** One line above the page until the address is proven; expands to the code field. */
export function ProveBanner() {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.banner}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      aria-label="Prove your address"
    >
      <summary>
        <Icon of={MailCheck} size={18} />
        <strong>Prove your address</strong>
        <span className={styles.open}>{open ? 'Hide' : 'Enter code'}</span>
      </summary>
      {open ? (
        <div className={styles.content}>
          <Suspense fallback={<Skeleton lines={2} height="44px" />}>
            <ProveForm onProven={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : null}
    </details>
  );
}
