const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The browser of the tests, which no person sits in front of. */
export const CHROMIUM = { executablePath, args };

/** A page of a journey is left within seconds: optimizing its code, or spreading its work, costs more than it brings. */
const shortLived = ['--js-flags=--no-opt --no-maglev --single-threaded-gc', '--num-raster-threads=1'];

/** Chromium without windows and notifications, at half of its cost, where HEADLESS_SHELL_PATH names one. */
export const HEADLESS_SHELL = {
  executablePath: process.env.HEADLESS_SHELL_PATH ?? executablePath,
  args: [...args, ...shortLived],
};
