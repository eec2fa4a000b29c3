import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { Skeleton } from '../ui/skeleton.tsx';
import { HEADINGS } from './headings.ts';
import { Page } from './page.tsx';

const headings: Partial<Record<string, string>> = HEADINGS;

/** Of pages that are drawn at the build with more than a heading: in the browser their own code has it. */
export const ownSkeletons = new Map<string, ComponentType>();

/** A page that is loading, under its heading where that is known. */
export function PageSkeleton() {
  const { pathname } = useLocation();
  const Own = ownSkeletons.get(pathname);
  if (Own) return <Own />;
  const heading = headings[pathname];
  const skeleton = <Skeleton lines={6} />;
  return heading === undefined ? skeleton : <Page title={heading}>{skeleton}</Page>;
}
