import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { createPaperKey } from '#contracts/key-edits.ts';
import { attachDatabase } from '../../server/db/attach.ts';
import { readEnv } from '../../server/env.ts';
import { createLog } from '../../server/lib/log.ts';
import { paperControl } from '../e2e/pages/paper-control.ts';
import { multiplyBlocks } from './many-blocks.ts';
import { percentile, type Row } from './measure.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { startSite } from './site.ts';
import { openBrowser, openPage, post, type Seen, seenBy, slowDown } from './watched-page.ts';

const GOAL_DELAY = 100;
const GOAL_TASK = 50;
const SLOWED = 4;
const EVERY = 50;
const TICKS = 400;
/** Besides the main one. */
const KEYS = 19;
/** Filled blocks, whose results follow the price: those that are bought, and how many each becomes. */
const BOUGHT = 8;
const EACH = 125;
const COINS = '1000000';
const SCROLL_EVERY = 400;
const QUIET_FOR = 3000;

interface Size {
  width: number;
  height: number;
}

const SIZES: Size[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function addKey(page: Page, name: string): Promise<string> {
  const { key = '', secret } = await post(page, createPaperKey.path, {});
  await post(page, '/api/key', { market: 'binance', name, key, secret });
  return key;
}

async function enter(page: Page, folder: string): Promise<void> {
  const key = await addKey(page, 'Bench');
  // What all its blocks hold: one that finds its coins gone says so, row by row, while the ticks are sent.
  await paperControl(folder).fund(key, 'XRP', COINS);
  for (let more = 1; more <= KEYS; more += 1) await addKey(page, `Key ${more}`);
  for (let block = 0; block < BOUGHT; block += 1) {
    const order = { price: 0.53, counterQuantity: 50 + block, counterEarning: true };
    await post(page, '/api/markets/spot/first/buy', { market: 'binance', symbolName: 'xrp_usdt', ...order });
  }
}

const priceOf = (index: number): string => (0.52 + (index % 40) * 0.0001).toFixed(4);

/** Sends the ticks, each with a price unlike its neighbours'; answers when each was sent. */
async function sendTicks(folder: string): Promise<[price: string, at: number][]> {
  const { trade } = paperControl(folder);
  const sent: [string, number][] = [];
  for (let index = 0; index < TICKS; index += 1) {
    const price = priceOf(index);
    const began = Date.now();
    sent.push([price, began]);
    await trade('XRPUSDT', Number(price));
    await pause(Math.max(0, EVERY - (Date.now() - began)));
  }
  return sent;
}

/** Each price that was shown, against the last time it was sent before that. A price that a newer one overtook is not shown. */
function delays(sent: readonly [string, number][], { prices }: Seen): number[] {
  return prices.flatMap(([text, at]) => {
    const from = sent.findLast(([price, began]) => price === text && began <= at);
    return from ? [at - from[1]] : [];
  });
}

async function multiply(folder: string): Promise<void> {
  const database = await attachDatabase(readEnv({ DATA_DIR: folder }), createLog('error'));
  await multiplyBlocks(database, EACH - 1);
  await database.close();
}

/** Down and up again through the rows until the work is done. */
async function scrollDuring<T>(page: Page, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const scrolling = async () => {
    await page.mouse.move(300, 700);
    for (let step = 0; !over.signal.aborted; step += 1) {
      await page.mouse.wheel(0, step % 8 < 4 ? 300 : -300);
      await pause(SCROLL_EVERY);
    }
  };
  const scrolled = scrolling();
  const result = await work;
  over.abort();
  await scrolled;
  return result;
}

interface Of {
  browser: Browser;
  origin: string;
  folder: string;
}

/** A person with many filled blocks; answers their e-mail. */
async function prepare({ browser, origin, folder }: Of): Promise<string> {
  const { page, email } = await openPage(browser, { baseURL: origin });
  await enter(page, folder);
  await multiply(folder);
  await page.context().close();
  return email;
}

/** Resolves once no block has been published to the page for a while: a server that has just started looks at each. */
async function untilQuiet(page: Page, blocks: { publishedAt: number }): Promise<void> {
  while (performance.now() - blocks.publishedAt < QUIET_FOR) await pause(100);
}

interface Watched {
  name: string;
  path: string;
  /** What is there once it shows what is its own. */
  ready: string;
  /** Whether it shows the price that is sent. */
  hasPrice: boolean;
}

type Sized = Watched & { viewport: Size };

const PAGES: Watched[] = [
  {
    name: `markets page, ${BOUGHT * EACH} open blocks`,
    path: '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy',
    ready: '[data-status=filled]',
    hasPrice: true,
  },
  { name: `API page, ${KEYS + 1} keys`, path: '/api', ready: `text="Key ${KEYS}"`, hasPrice: false },
];

async function measure({ browser, origin, folder }: Of, email: string, { path, ready, viewport }: Sized) {
  const { page } = await openPage(browser, { baseURL: origin, viewport }, email);
  const blocks = { publishedAt: performance.now() };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"blockId"')) blocks.publishedAt = performance.now();
    }),
  );
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await untilQuiet(page, blocks);
  await slowDown(page, SLOWED);
  await pause(2000);
  const before = await seenBy(page);
  const sent = await scrollDuring(page, sendTicks(folder));
  await pause(500);
  const after = await seenBy(page);
  await page.context().close();
  return {
    delays: delays(sent, after),
    tasks: after.tasks.slice(before.tasks.length),
    shift: after.shift,
    shifted: after.shifted,
  };
}

function rowsOf(
  { name, hasPrice, viewport: { width, height } }: Sized,
  found: Awaited<ReturnType<typeof measure>>,
): Row[] {
  const longest = Math.max(0, ...found.tasks);
  const [p50, p95] = [percentile(found.delays, 50), percentile(found.delays, 95)];
  const pace = `scrolled at ${1000 / EVERY} ticks a second, CPU slowed ${SLOWED} times`;
  const where = `${name}, ${width}×${height}, ${pace}`;
  const priceRow: Row = {
    name: `tick to page, p95 (${where})`,
    found: `${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms, ${found.delays.length} of ${TICKS} shown`,
    goal: `under ${GOAL_DELAY} ms`,
    met: p95 < GOAL_DELAY,
  };
  return [
    ...(hasPrice ? [priceRow] : []),
    {
      name: `longest task (${where})`,
      found: `${longest.toFixed(0)} ms, ${found.tasks.length} over 50 ms`,
      goal: `at most ${GOAL_TASK} ms`,
      met: longest <= GOAL_TASK,
    },
    {
      name: `layout shift (${where})`,
      found: `${found.shift.toFixed(4)} ${found.shifted.join(', ')}`.trim(),
      goal: '0',
      met: found.shift === 0,
    },
  ];
}

/** A site on this folder for as long as the work takes. */
async function onSite<T>(folder: string, work: (origin: string) => Promise<T>): Promise<T> {
  const { origin, stop } = await startSite({ DATA_DIR: folder, PAPER_CONTROL: 'on' }, { path: '/readyz' });
  try {
    return await work(origin);
  } finally {
    await stop();
  }
}

/** The signed-in markets and API pages at twenty ticks a second on a slowed CPU. */
export async function tickRows(): Promise<Row[]> {
  const { path: folder, remove } = dataFolder();
  await using browser = await openBrowser();
  try {
    const email = await onSite(folder, (origin) => prepare({ browser, origin, folder }));
    return await onSite(folder, async (origin) => {
      const rows: Row[] = [];
      for (const page of PAGES)
        for (const viewport of SIZES) {
          const watched = { ...page, viewport };
          rows.push(...rowsOf(watched, await measure({ browser, origin, folder }, email, watched)));
        }
      return rows;
    });
  } finally {
    remove();
  }
}
