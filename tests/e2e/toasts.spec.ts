import { expect, type Page, test } from '@playwright/test';
import { fillSignUp, signUp } from './pages/sign-up.ts';

interface Seen {
  /** What each toast said, in order. */
  texts: string[];
  /** How many were in sight at once, at most. */
  most: number;
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { toastsSeen: Seen }).toastsSeen);

async function watchToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state: Seen = { texts: [], most: 0 };
    Object.assign(window, { toastsSeen: state });
    const look = () => {
      const shown = [...document.querySelectorAll('.Toastify__toast')].filter((toast) =>
        toast.checkVisibility({ visibilityProperty: true }),
      );
      state.most = Math.max(state.most, shown.length);
      for (const { textContent } of shown)
        if (textContent !== '' && !state.texts.includes(textContent)) state.texts.push(textContent);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

test('the first run says only that the person is in', async ({ page }) => {
  await watchToasts(page);
  await page.goto('/signup');
  await fillSignUp(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Trade on paper now' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect((await seen(page)).texts).toEqual(['You are authorized']);
});

test('a refusal is said though the code of the toasts cannot come', async ({ page }) => {
  await page.route('**/assets/toast-host-*.js', (route) => route.abort());
  await page.goto('/signin');
  await page.getByLabel('E-mail').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-7!');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: 'E-mail or password wrong' });
  await expect(said).toBeInViewport({ ratio: 1 });
});

test('a visitor who has to sign in by hand is told so', async ({ page }) => {
  await watchToasts(page);
  const refusal = { status: 503, json: { error: 'The server is starting.' } };
  await page.route('**/j_spring_security_check', (route) => route.fulfill(refusal));
  await page.goto('/signup');
  await fillSignUp(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  // Said last, after why: the newest is on top.
  await expect(page.getByRole('alert').first()).toContainText('Success. Sign in now');
  const close = await page
    .getByRole('button', { name: 'close' })
    .first()
    .evaluate((button: HTMLElement) => {
      button.focus({ focusVisible: true });
      return { least: Math.min(button.offsetWidth, button.offsetHeight), ring: getComputedStyle(button).outlineStyle };
    });
  expect(close.least, 'large enough to hit').toBeGreaterThanOrEqual(24);
  expect(close.ring, 'seen where the keyboard is').toBe('solid');
  expect((await seen(page)).texts).not.toContain('You are authorized');
});

test('a phone shows one toast at a time, the newest, clear of the bottom bar', async ({ page }, { project }) => {
  const phone = project.name === 'phone';
  const said = ['First refusal.', 'Second refusal.', 'Third refusal.'];
  const answers = [...said];
  await page.route('**/api/paper/key', (route) => route.fulfill({ status: 503, json: { error: answers.shift() } }));
  await signUp(page);
  await watchToasts(page);
  await page.goto('/markets/spot/list');
  for (const sentence of said) {
    await page.getByRole('button', { name: 'Trade on paper now' }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }
  expect(await seen(page)).toEqual({ texts: said, most: phone ? 1 : 3 });
  if (!phone) return;
  const toast = await page
    .getByRole('alert')
    .filter({ hasText: said[2] ?? '' })
    .boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('V-20 news of the connection take the place of no error: a phone leaves them out @layout', async ({ page }, {
  project,
}) => {
  await page.route('**/api/paper/key', (route) => route.fulfill({ status: 503, json: { error: 'Not now.' } }));
  const sockets: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/\/websocket-url$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await signUp(page);
  await watchToasts(page);
  await page.goto('/markets/spot/list');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Trade on paper now' }).click();
  const said = page.getByRole('alert').filter({ hasText: 'Not now.' });
  // The pointer keeps it, however long the rest takes.
  await said.hover();
  await sockets.at(-1)?.close();
  await expect.poll(() => sockets.length).toBeGreaterThan(1);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(said).toBeVisible();
  // A desk has room for all.
  const news = project.name === 'phone' ? [] : ['Socket connection closed', 'Socket connected'];
  await expect.poll(async () => (await seen(page)).texts).toEqual(['Not now.', ...news]);
});

test.describe('where the browser refuses a service worker', () => {
  for (const [how, register] of [
    ['with an error', 'async () => { throw new DOMException("Not here.", "SecurityError"); }'],
    ['with nothing', 'async () => undefined'],
  ] as const)
    test(`${how}, the page stands without a fault`, async ({ page }) => {
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      let asked = 0;
      await page.exposeFunction('asked', () => void (asked += 1));
      await page.addInitScript(`{
        const register = ${register};
        navigator.serviceWorker.register = () => { window.asked(); return register(); };
      }`);
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => asked).toBeGreaterThan(0);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(faults).toEqual([]);
    });
});
