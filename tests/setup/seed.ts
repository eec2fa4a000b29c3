/** Of a run's random tests, which print it when they fail; SEED=… in the environment repeats them. */
export const SEED = Number(process.env['SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
