import { useLocation } from 'react-router-dom';
import { Skeleton } from '../ui/skeleton.tsx';
import { HEADINGS } from './headings.ts';
import { Page } from './page.tsx';

const headings: Partial<Record<string, string>> = HEADINGS;

/** A page that is loading, under its heading where that is known. */
export function PageSkeleton() {
  const { pathname } = useLocation();
  const heading = headings[pathname];
  const skeleton = <Skeleton lines={6} />;
  return heading === undefined ? skeleton : <Page title={heading}>{skeleton}</Page>;
}
