import type { Locator, Page } from '@playwright/test';

export interface PicturedDialog {
  name: string;
  path: string;
  /** Left out for a dialog. */
  kind?: 'menu';
  /** Where its buttons are, if not on the whole page. */
  within?: string;
  /** So many times the market's price is typed into the order form first. */
  price?: number;
  /** The names of the buttons that are pressed one after another; none where a desktop has no such dialog. */
  presses: readonly (string | RegExp)[];
  /** The same on a phone; left out where they are the same. */
  onPhone?: readonly (string | RegExp)[];
}

const BUY = '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
/** None of its blocks is a bot's or has a plan. */
const BTC = BUY.replace('xrp_usdt', 'btc_usdt');
const SHEET = 'Market, earnings and more';
const FILLED = '[data-block]:is([data-status=filled], [data-status=targets-placed])';
const WAITING = '[data-block][data-status=placed]';
const UNFOLD = 'Targets and actions';
const TARGETS = 'Targets in detail';
const SEVERAL = 'Several take profits, or a stop that moves';
const TOOLS = 'Chart tools';
const BY_FIGURES = 'Enter it instead';
const CHANGE_TARGET = /^Change ?: (Take profit|Stop loss)/;
const MANAGE = /^Manage Paper/;
const MANAGE_COPY = /^Manage Mum/;

/** The dialogs and menus of a busy account. */
export const DIALOGS: readonly PicturedDialog[] = [
  { name: 'key', path: '/api', presses: ['Add'] },
  { name: 'copy-keys', path: '/account', presses: ['Add: Add API-key to repeat your deals'] },
  { name: 'alert', path: '/alerts', presses: ['Add alert'] },
  { name: 'close', path: BUY, within: FILLED, presses: ['Close block'], onPhone: [UNFOLD, 'Close block'] },
  { name: 'close-half', path: BUY, within: FILLED, presses: ['Close half'] },
  { name: 'close-all', path: BUY, presses: ['Close all'] },
  { name: 'targets', path: BUY, within: FILLED, presses: [TARGETS], onPhone: [UNFOLD, TARGETS] },
  { name: 'stop', path: '/overview', presses: [/^Set a stop/] },
  { name: 'average', kind: 'menu', path: BUY, presses: ['Average'], onPhone: [SHEET, 'Average'] },
  { name: 'more', kind: 'menu', path: BUY, presses: ['Your account'], onPhone: [SHEET] },
  { name: 'menu', kind: 'menu', path: BUY, presses: [], onPhone: ['Menu'] },
  { name: 'columns', path: BUY, presses: ['Columns'], onPhone: [] },
  { name: 'pair', path: BUY, presses: [/^Coin pair/] },
  { name: 'book', kind: 'menu', path: BUY, presses: [], onPhone: ['Book'] },
  { name: 'positions', kind: 'menu', path: BUY, presses: [], onPhone: [/^Positions/] },
  { name: 'edit', path: BTC, within: WAITING, presses: ['Edit order'], onPhone: [UNFOLD, 'Edit order'] },
  { name: 'events', path: BUY, within: FILLED, presses: ['Order history'] },
  { name: 'wrong-way', path: BUY, price: 1.08, presses: [/^Buy [A-Z]+$/] },
  { name: 'form-plan', kind: 'menu', path: BUY, presses: ['Exit plan'] },
  { name: 'plan', path: BTC, within: FILLED, presses: [TARGETS, SEVERAL], onPhone: [UNFOLD, TARGETS, SEVERAL] },
  { name: 'lines', path: BUY, presses: [/^Lines \(/], onPhone: [TOOLS, /^Lines \(/] },
  { name: 'move', path: BUY, presses: [/^Lines \(/, CHANGE_TARGET], onPhone: [TOOLS, /^Lines \(/, CHANGE_TARGET] },
  { name: 'indicators', path: BUY, presses: ['Indicators'], onPhone: [TOOLS, 'Indicators'] },
  { name: 'draw', path: BUY, presses: ['Draw'], onPhone: [TOOLS, 'Draw'] },
  ...['Horizontal line', 'Trend line'].map((line) => ({
    name: line.toLowerCase().replace(' ', '-'),
    path: BUY,
    presses: ['Draw', line, BY_FIGURES],
    onPhone: [TOOLS, 'Draw', line, BY_FIGURES],
  })),
  { name: 'note', path: '/history', presses: [/^Tags and note: /], onPhone: [/^Details: /, /^Tags and note: /] },
  { name: 'manage', path: '/api', presses: [MANAGE] },
  { name: 'manage-copy', path: '/api', presses: [MANAGE_COPY] },
  { name: 'copy-rule', path: '/api', presses: [MANAGE_COPY, /^Copy rule of Mum/] },
  { name: 'balances', path: '/api', presses: [MANAGE, /^Balances of /] },
  { name: 'check', path: '/api', presses: [MANAGE, /^Check Paper/] },
  { name: 'guide', path: '/api', presses: ['How to add a key'] },
  { name: 'hook', path: '/signals', presses: ['New signal hook'] },
  { name: 'bot', path: '/bots', presses: ['Create Grid bot'] },
  { name: 'basket', path: '/bots', presses: ['All templates', 'Create Basket'] },
  { name: 'token', path: '/account', presses: ['Make a token'] },
  { name: 'delete-account', path: '/account', presses: ['Delete account'] },
  { name: 'two-factor', path: '/account', presses: ['Turn ON'] },
  { name: 'stop-all', path: '/bots', presses: ['Close all bots'] },
];

async function typeOrder(page: Page, times: number): Promise<void> {
  const market = page.locator('[data-testid=market-price]:not([value=""])');
  const price = Number(await market.getAttribute('value')) * times;
  await page.getByLabel('Price', { exact: true }).fill(price.toPrecision(4));
  await page.getByLabel('Total', { exact: true }).fill('50');
}

/** By then a menu stands, and a page or a dialog shows that it loads. */
const APPEARS_MS = 500;

/** Waits until nothing within loads any more. */
export async function loaded(page: Page, within: Locator = page.locator('body')): Promise<void> {
  await page.waitForTimeout(APPEARS_MS);
  const loading = within.locator('[aria-label^=Loading], [aria-busy=true]').or(within.getByText('Connecting…'));
  await loading.filter({ visible: true }).first().waitFor({ state: 'hidden' });
}

/** Presses what opens it, and waits until nothing loads any more. */
export async function openDialog(page: Page, { kind, within = 'body', price, presses }: PicturedDialog): Promise<void> {
  if (price !== undefined) await typeOrder(page, price);
  const dialog = page.locator('dialog[open]');
  const part = page.locator(within).first().or(dialog);
  for (const name of presses) {
    const entry = part
      .locator('summary')
      .filter({ hasText: typeof name === 'string' ? new RegExp(`^${name}$`) : name });
    const named = (['button', 'tab'] as const).map((role) => part.getByRole(role, { name, exact: true }));
    const pressed = [...named, part.getByTitle(name, { exact: true })].reduce((all, one) => all.or(one), entry);
    await pressed.filter({ visible: true }).first().click();
  }
  if (kind === 'menu') return loaded(page);
  await dialog.first().waitFor();
  // The button behind it may be busy until it is answered.
  await loaded(page, dialog.last());
}
