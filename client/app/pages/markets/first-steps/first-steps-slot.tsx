import { Suspense, useState } from 'react';
import { later } from '../../../../lib/first-view.ts';
import type { FirstStepsProps } from './first-steps.tsx';

const FirstSteps = later(async () => (await import('./first-steps.tsx')).FirstSteps);

const DISMISSED = 'first-steps-dismissed';

/** Below all other content and loaded after it, until dismissed. */
export function FirstStepsSlot(props: Omit<FirstStepsProps, 'onDismiss'>) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  if (dismissed) return null;
  const dismiss = () => {
    localStorage.setItem(DISMISSED, 'yes');
    setDismissed(true);
  };
  return (
    <Suspense>
      <FirstSteps {...props} onDismiss={dismiss} />
    </Suspense>
  );
}
