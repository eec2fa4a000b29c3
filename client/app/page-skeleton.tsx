import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useMedia } from '../lib/use-media.ts';
import { useRootMark } from '../lib/root-mark.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ABOUT, HEADINGS } from './headings.ts';
import { DESK } from './pages/markets/desk/use-desk.ts';
import { Page } from './page.tsx';

const headings: Partial<Record<string, string>> = HEADINGS;
const about: Partial<Record<string, string>> = ABOUT;

/** Of pages that are drawn at the build with more than a heading: in the browser their own code has it. */
export const ownSkeletons = new Map<string, ReactNode>();

/** A page that is loading, under its heading where that is known. */
export function PageSkeleton() {
  const { pathname } = useLocation();
  // As the page itself does, so that what stands above it does not move when it comes.
  useRootMark('desk', useMedia(DESK) && pathname.startsWith('/markets/'));
  const own = ownSkeletons.get(pathname);
  if (own !== undefined) return own;
  const heading = headings[pathname];
  const skeleton = <Skeleton lines={6} />;
  if (heading === undefined) return skeleton;
  return (
    <Page title={heading} about={about[pathname]}>
      {skeleton}
    </Page>
  );
}
