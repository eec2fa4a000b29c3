import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Fills the window with an element, above everything but dialogs and toasts, and the screen where the browser can do
 * that: iPhones cannot.
 */
export function useFullScreen() {
  const box = useRef<HTMLElement>(null);
  const [full, setFull] = useState(false);
  const enter = useCallback(() => {
    const element = box.current;
    if (!element) return;
    element.popover = 'manual';
    element.showPopover();
    setFull(true);
    // Refused, the window alone is filled.
    if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => setFull(true));
  }, []);
  const leave = useCallback(() => {
    if (box.current) box.current.popover = null;
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);
  useEffect(() => {
    if (!full) return undefined;
    const onChange = () => {
      if (!document.fullscreenElement) leave();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog:modal')) leave();
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [full, leave]);
  return { box, full, toggle: full ? leave : enter };
}
