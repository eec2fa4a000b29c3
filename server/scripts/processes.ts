import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Ended {
  /** Exit code; 1 when a signal ended it or it could not be started. */
  code: number;
  /** What it printed, when captured. */
  output: string;
}

interface Options {
  env?: Record<string, string>;
  capture?: boolean;
  /** Sent to the group when this process is stopped. */
  stopSignal?: NodeJS.Signals;
}

const PATIENCE = 15_000;
const running = new Map<ChildProcess, NodeJS.Signals>();
let stopping: NodeJS.Signals | undefined;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Runs a tool of node_modules/.bin in its own process group, which is killed when the tool ends. */
export function run(tool: string, args: string[], options: Options = {}): Promise<Ended> {
  if (stopping) return Promise.resolve({ code: 1, output: `Stopped by ${stopping}.` });
  const child = spawn(tool, args, {
    cwd: root,
    detached: true,
    stdio: options.capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`, ...options.env },
  });
  running.set(child, options.stopSignal ?? 'SIGTERM');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => {
    const end = (code: number) => {
      running.delete(child);
      signalGroup(child, 'SIGKILL');
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${tool} could not be started: ${error.message}\n`;
      if (!options.capture) console.error(output);
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Forwards a signal to all running tools, and kills those still running after a while. */
export function passSignalsOn(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl+C arrives twice, from the terminal and from npm; the second would end playwright before its site.
      if (stopping) return;
      stopping = signal;
      for (const [child, stopSignal] of running) signalGroup(child, stopSignal);
      setTimeout(() => {
        for (const child of running.keys()) signalGroup(child, 'SIGKILL');
      }, PATIENCE).unref();
    });
  }
}

export const stoppedBy = (): NodeJS.Signals | undefined => stopping;
