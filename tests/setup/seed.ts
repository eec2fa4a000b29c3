import { beforeEach } from 'vitest';

/** Of a run's random tests, which print it when they fail; SEED=… in the environment repeats them. */
export const SEED = Number(process.env['SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

/** For random steps outside fast-check, which prints the seed itself. */
export const printSeedOnFailure = (): void =>
  beforeEach(({ onTestFailed }) => onTestFailed(() => void process.stdout.write(`Repeat it with SEED=${SEED}.\n`)));
