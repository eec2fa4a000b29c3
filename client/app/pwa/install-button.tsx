import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useInstall } from './install.ts';
import { InstallGuide } from './install-guide.tsx';

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
