import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Icon } from '../../../../ui/icon.tsx';
import styles from './activity.module.css';

/** Whether the hash chain of the log is intact. */
export const IntegrityNote = ({ intact }: { intact: boolean }) =>
  intact ? (
    <p className={styles.seal}>
      <Icon of={ShieldCheck} size={18} />
      This log is tamper-evident.
    </p>
  ) : (
    <p className={styles.broken} role="alert">
      <Icon of={ShieldAlert} size={18} />
      An entry was changed or is missing. Tell the operator of this site.
    </p>
  );
