import { CirclePlay } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

const GuideDialog = lazy(async () => ({ default: (await import('./guide-dialog.tsx')).GuideDialog }));

/** The play button and the guide that it opens, to be put into a page or a dialog. */
export function useGuide() {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button variant="quiet" icon={CirclePlay} onClick={() => setOpen(true)}>
      How to add a key
    </Button>
  );
  const guide = isOpen ? (
    <Suspense>
      <GuideDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return { button, guide };
}

export function Guide() {
  const { button, guide } = useGuide();
  return (
    <>
      {button}
      {guide}
    </>
  );
}
