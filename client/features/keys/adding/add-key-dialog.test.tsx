// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import { AddKeyDialog } from './add-key-dialog.tsx';

const page = mounted();

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const titles = () => [...page.box.querySelectorAll('dialog[open] h2')].map(({ textContent }) => textContent);
const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent;
const buttons = () => [...page.box.querySelectorAll('button')];
const press = (name: string) =>
  act(() =>
    buttons()
      .findLast((one) => nameOf(one) === name)
      ?.click(),
  );

/** What loads later is rendered between two checks. */
const settled = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 30_000 },
  );

it('Issue 21: the Add API dialog plays the guide, which can be paused, and keeps what was typed', async () => {
  const onClose = vi.fn<() => void>();
  await act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AddKeyDialog onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const name = page.box.querySelector<HTMLInputElement>('input[name=name]');
  if (name) name.value = 'Third';
  press('How to add a key');
  await settled(() => expect(titles()).toEqual(['Add API', 'How to add a key']));
  expect(page.box.querySelectorAll('ol > li svg')).toHaveLength(4);
  press('Pause the drawings');
  press('Play the drawings');
  expect(buttons().map(nameOf)).toContain('Pause the drawings');
  press('Close');
  expect(titles()).toEqual(['Add API']);
  expect(onClose).not.toHaveBeenCalled();
  expect(page.box.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('Third');
});
