import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import styles from './donations.module.css';

interface Props {
  label: string;
  text: string;
  /** Object of the button's name: 'Copy the address'. */
  what: string;
}

export const CopiedText = ({ label, text, what }: Props) => (
  <div className={styles.copied}>
    <p className={styles.label}>{label}</p>
    <code className={styles.text} translate="no">
      {text}
    </code>
    <Button variant="quiet" icon={Copy} aria-label={`Copy ${what}`} onClick={() => void copyText(text, what)}>
      Copy
    </Button>
  </div>
);
