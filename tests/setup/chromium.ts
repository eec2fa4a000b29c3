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

/** Chromium without windows and notifications, at half of its cost, where HEADLESS_SHELL_PATH names one. */
export const HEADLESS_SHELL = { executablePath: process.env.HEADLESS_SHELL_PATH ?? executablePath, args };
