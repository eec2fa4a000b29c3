import { Share2 } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';

interface Props {
  /** Of the page to share, without its host. */
  path: string;
  title: string;
}

/** By the system's own sheet where there is one; else the link is copied. */
export function ShareButton({ path, title }: Props) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (!isTouch || !('share' in navigator)) return copyText(url, 'the address');
    // Closing the sheet without sharing is no fault.
    return navigator.share({ title, url }).catch(() => {});
  };
  return <IconButton icon={Share2} label="Share this view" onClick={() => void share()} />;
}
