/** True in the long part of `.ci/run`: tests of endurance run at full size there, and at a fraction of it in `npm test`. */
export const isFullSize = process.env['FULL_SIZE'] === '1';
