import { type ComponentType, lazy, useState } from 'react';
import { createListeners } from '../lib/listeners.ts';
import type { FirstQueries } from './first-queries.ts';

type PageModule<Name extends string> = Record<Name, ComponentType> & { firstQueries?: FirstQueries };

const pending = new Set<symbol>();
const listeners = createListeners();

/** Whether a page that is about to be shown is still loading. */
export const pageLoading = { subscribe: listeners.subscribe, isLoading: () => pending.size > 0 };

async function tracked<T>(loading: Promise<T>): Promise<T> {
  const token = Symbol('page');
  pending.add(token);
  listeners.notify();
  try {
    return await loading;
  } catch (error) {
    throw new Error('This page did not load. Check your network and reload.', { cause: error });
  } finally {
    pending.delete(token);
    listeners.notify();
  }
}

/** A page in its own chunk. Once preloaded, it renders synchronously, without a Suspense fallback. */
export function lazyPage<Name extends string>(load: () => Promise<PageModule<Name>>, name: Name) {
  let Loaded: ComponentType | undefined;

  async function loadScreen(): Promise<{ default: ComponentType; firstQueries: FirstQueries }> {
    const { [name]: screen, firstQueries = () => [] } = await load();
    Loaded = screen;
    return { default: screen, firstQueries };
  }
  const Lazy = lazy(() => tracked(loadScreen()));

  function LazyPage() {
    // Fixed for as long as it is mounted: another component type would discard the page's state.
    const [Screen] = useState<ComponentType>(() => Loaded ?? Lazy);
    return <Screen />;
  }
  return Object.assign(LazyPage, { preload: async () => (await loadScreen()).firstQueries });
}

export type LazyPage = ReturnType<typeof lazyPage>;
