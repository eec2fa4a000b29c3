import { Download, Share, SquarePlus } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useInstall } from './install.ts';
import styles from './install-guide.module.css';

/** iOS offers no install prompt to pages, so the steps are explained. */
export const InstallGuide = () => (
  <ol className={styles.steps}>
    <li>
      <Icon of={Share} />{' '}
      <span>Press Share in the browser&rsquo;s bar. Newer versions keep it behind the &ctdot; button.</span>
    </li>
    <li>
      <Icon of={SquarePlus} /> <span>Choose &lsquo;Add to Home Screen&rsquo;, then &lsquo;Add&rsquo;.</span>
    </li>
    <li>
      <Icon of={Download} /> <span>Open Tandem from the home screen and sign in once more there.</span>
    </li>
  </ol>
);

interface Props {
  variant?: ButtonVariant;
  wide?: boolean;
}

/** Prompts for installation or explains it; renders nothing if neither is possible or the app is installed. */
export function InstallButton({ variant = 'quiet', wide = false }: Props) {
  const { state, prompt } = useInstall();
  const [guided, setGuided] = useState(false);
  if (state === 'installed' || state === 'unavailable') return null;
  const press = () => {
    if (state === 'ios-guide') setGuided(true);
    else void prompt();
  };
  return (
    <>
      <Button variant={variant} wide={wide} icon={Download} onClick={press}>
        Install
      </Button>
      <Dialog open={guided} onClose={() => setGuided(false)} title="Install Tandem">
        <InstallGuide />
      </Dialog>
    </>
  );
}
