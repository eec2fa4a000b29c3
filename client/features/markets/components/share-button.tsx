import { Share2 } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';

interface Props {
  /** Address to share, without the host. */
  path: string;
  title: string;
}

/** Uses the system's share sheet on touch devices, and otherwise copies the link. */
export function ShareButton({ path, title }: Props) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (!isTouch || !('share' in navigator)) return copyText(url, 'the address');
    // Closing the share sheet rejects.
    return navigator.share({ title, url }).catch(() => {});
  };
  return <IconButton icon={Share2} label="Share this view" onClick={() => void share()} />;
}
