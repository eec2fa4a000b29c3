import { type ComponentProps, Suspense } from 'react';
import { later } from '../../lib/first-view.ts';

const InstallButton = later(async () => (await import('./install-button.tsx')).InstallButton);

/** In menus, which are opened after the first view is shown. */
export const LaterInstallButton = (props: ComponentProps<typeof InstallButton>) => (
  <Suspense>
    <InstallButton {...props} />
  </Suspense>
);
