/** True in the long part of `.ci/run`; elsewhere tests of endurance run at a fraction of their size. */
export const isFullSize = process.env['FULL_SIZE'] === '1';
