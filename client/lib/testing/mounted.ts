import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

interface Mounted {
  /** Stands in the document. */
  readonly box: HTMLDivElement;
  /** Renders into the box. */
  readonly root: Root;
}

/** For each test of a file a root of its own, which is gone after the test. */
export function mounted(): Mounted {
  let box = document.createElement('div');
  let root: Root;
  beforeEach(() => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
    box = document.createElement('div');
    document.body.append(box);
    root = createRoot(box);
  });
  afterEach(() => {
    act(() => root.unmount());
    box.remove();
  });
  return {
    get box() {
      return box;
    },
    get root() {
      return root;
    },
  };
}
