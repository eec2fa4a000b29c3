import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

it('what is needed later is asked for once the app is shown', async () => {
  const { afterFirstView, firstViewShown } = await import('./first-view.ts');
  const asked: string[] = [];
  const asking = afterFirstView().then(() => asked.push('later'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([]);
  firstViewShown();
  await asking;
  expect(asked).toEqual(['later']);
});

it('and at once when it has been shown', async () => {
  const { afterFirstView, firstViewShown } = await import('./first-view.ts');
  firstViewShown();
  await afterFirstView();
});
