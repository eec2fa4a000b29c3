import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyPage, pageLoading } from './lazy-page.tsx';

const Hello = () => <p>Hello</p>;
const firstQueries = () => [];
const htmlOf = (Page: () => React.ReactNode) =>
  renderToString(
    <Suspense fallback="Loading">
      <Page />
    </Suspense>,
  );

it('renders a preloaded page at once, without the fallback', async () => {
  const page = lazyPage(async () => ({ Hello, firstQueries }), 'Hello');
  expect(await page.preload()).toBe(firstQueries);
  expect(htmlOf(page)).toContain('<p>Hello</p>');
  expect(htmlOf(page)).not.toContain('Loading');
  expect(pageLoading.isLoading()).toBe(false);
});

it('shows the fallback and reports progress while a page loads', async () => {
  const { promise, resolve } = Promise.withResolvers<{ Hello: typeof Hello }>();
  const page = lazyPage(() => promise, 'Hello');
  const changes: boolean[] = [];
  const unsubscribe = pageLoading.subscribe(() => changes.push(pageLoading.isLoading()));
  expect(htmlOf(page)).toContain('Loading');
  resolve({ Hello });
  await page.preload();
  unsubscribe();
  expect(changes).toEqual([true, false]);
  expect(htmlOf(page)).toContain('<p>Hello</p>');
});

it('has no queries of its own unless its module names some', async () => {
  const page = lazyPage(async () => ({ Hello }), 'Hello');
  expect((await page.preload())({} as never, new URLSearchParams())).toEqual([]);
});
