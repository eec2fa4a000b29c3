import { type RefObject, useEffect } from 'react';

/** Expands all answers for printing. */
export function useOpenInPrint(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...(place.current?.querySelectorAll('details:not([open])') ?? [])] as HTMLDetailsElement[];
      for (const details of opened) details.open = true;
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', close);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', close);
    };
  }, [place]);
}
