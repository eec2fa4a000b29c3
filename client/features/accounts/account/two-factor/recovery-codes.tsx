import { Copy, Download } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import styles from './two-factor.module.css';

const FILE = 'tandem-recovery-codes.txt';

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(address);
}

/** Shown only once, because the server stores their hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>
        Store these codes apart from your phone. Each signs you in once if you cannot use your app. They are not shown
        again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button variant="quiet" icon={Copy} onClick={() => void copyText(text, 'the codes')}>
          Copy
        </Button>
        <Button variant="quiet" icon={Download} onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </>
  );
}
