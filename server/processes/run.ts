import { type Env, readEnv } from '../env.ts';
import { type Process, serveUntilSignal } from './serve.ts';

/** Each loads only what it runs. */
const ROLES: Record<Env['ROLE'], () => Promise<{ start(env: Env): Promise<Process> }>> = {
  all: () => import('./all.ts'),
  web: () => import('./web.ts'),
  engine: () => import('./engine.ts'),
  paper: () => import('./paper.ts'),
};

/**
 * Runs this process's role until a signal ends it. An error that the operator can correct is one sentence, and exit
 * code 1.
 */
export async function run(): Promise<void> {
  try {
    const env = readEnv(process.env);
    const { start } = await ROLES[env.ROLE]();
    serveUntilSignal(await start(env));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
