// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { mounted } from '../../../../lib/testing/mounted.ts';
import { GestureHint } from './gesture-hint.tsx';

const page = mounted();

beforeEach(() => {
  localStorage.clear();
  return () => localStorage.clear();
});

it('issue 21: the gestures of the chart are shown once, and not after the next load of the page', () => {
  const load = (key: string) => act(() => page.root.render(<GestureHint key={key} />));
  load('first');
  expect(page.box.textContent).toContain('drag an order or target to move it');
  load('not pressed away yet');
  expect(page.box.textContent).not.toBe('');
  act(() => page.box.querySelector('button')?.click());
  expect(page.box.textContent).toBe('');
  load('later');
  expect(page.box.textContent).toBe('');
});
