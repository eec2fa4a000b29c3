import { type ComponentType, lazy } from 'react';
import { waitForIdle } from './wait-for-idle.ts';

let show = (): void => {};
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** The app is rendered for the first time. */
export const firstViewShown = (): void => show();

/** What a page needs later must not delay what it shows first. */
export async function afterFirstView(): Promise<void> {
  await shown;
  await waitForIdle();
}

/** A lazy component whose code is requested after the first view. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    await afterFirstView();
    return { default: await load() };
  });
