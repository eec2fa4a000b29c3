import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWN_PATHS } from '#contracts/rules/page-paths.ts';
import { LARGEST_PAINT_MS, SCORES } from './budgets.ts';
import { byteRows, firstViewRow } from './bytes.ts';
import { median, print, type Row, summary } from './measure.ts';
import { paperPerson } from './person.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { root, startSite } from './site.ts';
import { CHROMIUM } from '../setup/chromium.ts';

interface Audited {
  path: string;
  signedIn: boolean;
}

const OPEN = ['/', '/faq', '/donate', '/signin', '/help'];
/** Every screen of a signed-in person but the first one. */
const SIGNED_IN = OWN_PATHS.filter((path) => path !== '/welcome');
/** In CI, where speed decides nothing, a page is looked at once, and four open pages together. */
const RUNS = process.env.CI ? 1 : 3;
const AT_ONCE = process.env.CI ? 4 : 1;
/** `npm run lighthouse -- /faq /donate`: these alone. */
const wanted = process.argv.slice(2);
const pagesOf = (paths: readonly string[], signedIn: boolean): Audited[] =>
  paths.filter((path) => wanted.length === 0 || wanted.includes(path)).map((path) => ({ path, signedIn }));
/** Up to one run in nine ends without a first paint, or without its beginning. */
const SPARE_RUNS = 6;

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string; numericValue?: number }>;
}

const execute = promisify(execFile);

/** Lighthouse as it comes: mobile, default simulated throttling. */
async function audit(url: string, folder: string, cookie: string | null): Promise<Report | null> {
  const file = join(folder, 'report.json');
  const headers = join(folder, 'headers.json');
  const args = [url, '--output=json', `--output-path=${file}`, '--quiet'];
  args.push(`--chrome-flags=${['--headless', ...CHROMIUM.args].join(' ')}`);
  if (cookie !== null) {
    // In a file: what a process is started with can be read by others.
    writeFileSync(headers, JSON.stringify({ Cookie: cookie }), { mode: 0o600 });
    args.push(`--extra-headers=${headers}`);
  }
  try {
    await execute(join(root, 'node_modules', '.bin', 'lighthouse'), args, {
      env: { ...process.env, CHROME_PATH: CHROMIUM.executablePath },
    });
  } catch (error) {
    console.log('A run is left out:', error);
    return null;
  }
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.runtimeError) console.log(`A run is left out: ${report.runtimeError.message}`);
  return report.runtimeError ? null : report;
}

async function auditSeveral(url: string, cookie: string | null): Promise<Report[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-lighthouse-'));
  const reports: Report[] = [];
  for (let run = 0; run < RUNS + SPARE_RUNS && reports.length < RUNS; run += 1) {
    const report = await audit(url, folder, cookie);
    if (report) reports.push(report);
  }
  rmSync(folder, { recursive: true, force: true });
  if (reports.length < RUNS) throw new Error(`Only ${reports.length} of ${RUNS} runs came to a result.`);
  return reports;
}

function tellFaults(path: string, reports: Report[]): void {
  const faults = reports.flatMap(({ audits }) =>
    Object.entries(audits).filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0),
  );
  const titles = new Map(faults.map(([id, { title }]) => [id, title]));
  for (const [id, title] of titles) console.log(`${path}: ${id}: ${title}`);
}

interface Rows {
  speed: Row[];
  others: Row[];
}

/** The largest thing of the first view, on simulated slow 4G. */
function paintRow(path: string, reports: Report[]): Row {
  const paints = reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
  const goal = `under ${LARGEST_PAINT_MS} ms`;
  return { name: `${path} LCP`, found: summary(paints, 'ms'), goal, met: median(paints) < LARGEST_PAINT_MS };
}

/** What the score of speed is made of: medians, in ms but for the shift. */
const PARTS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  SI: 'speed-index',
  CLS: 'cumulative-layout-shift',
};

function partsOf(reports: readonly Report[]): string {
  const parts = Object.entries(PARTS).map(([short, name]) => {
    const values = reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
    return `${short} ${Number(median(values).toFixed(median(values) < 1 ? 3 : 0))}`;
  });
  return parts.join(', ');
}

function rowsOf({ path, signedIn }: Audited, reports: Report[]): Rows {
  const row = (category: string, least: number): Row => {
    const scores = reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
    const name = `${path} ${category}`;
    return { name, found: scores.join(', '), goal: `median at least ${least}`, met: median(scores) >= least };
  };
  const speed = row('performance', signedIn ? SCORES.performance.signedIn : SCORES.performance.open);
  speed.found += ` (${partsOf(reports)})`;
  // A page that needs a session is hidden from search engines as far as they can see.
  const others = Object.entries(SCORES.others).filter(([category]) => !signedIn || category !== 'seo');
  return {
    speed: signedIn ? [speed] : [speed, paintRow(path, reports)],
    others: others.map(([category, least]) => row(category, least)),
  };
}

const data = dataFolder();
const { origin, stop } = await startSite({ DATA_DIR: data.path }, { path: '/readyz' });
try {
  const cookie = await paperPerson(origin);
  const auditAll = async (pages: readonly Audited[], atOnce: number): Promise<Rows[]> => {
    const found: Rows[] = [];
    const waiting = pages.entries();
    const auditNext = async () => {
      for (const [place, page] of waiting) {
        const reports = await auditSeveral(`${origin}${page.path}`, page.signedIn ? cookie : null);
        tellFaults(page.path, reports);
        found[place] = rowsOf(page, reports);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, auditNext));
    return found;
  };
  // Pages with much script are scored by how long it blocks, which others on the same processor multiply.
  const found = [...(await auditAll(pagesOf(OPEN, false), AT_ONCE)), ...(await auditAll(pagesOf(SIGNED_IN, true), 1))];
  const speed = [...found.flatMap((rows) => rows.speed), firstViewRow()];
  // The speed of a shared machine says nothing about a change: in CI it is printed, and only the rest decides.
  const gated = [...found.flatMap(({ others }) => others), ...byteRows()];
  print([...speed, ...gated]);
  const deciding = process.env.CI ? gated : [...speed, ...gated];
  process.exitCode = deciding.every(({ met }) => met) ? 0 : 1;
} finally {
  await stop();
  data.remove();
}
