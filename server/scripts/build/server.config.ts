import { defineConfig } from 'vite';
import { inAscii } from './in-ascii.ts';

/** Loaded when first needed, or with parts that are no JavaScript: these stay packages. */
const PACKAGES = [
  '@node-rs/argon2',
  '@simplewebauthn/server',
  'ccxt',
  'grammy',
  'nodemailer',
  'openid-client',
  'rate-limiter-flexible',
  'sharp',
];

/** The server as a few files: it starts in a third of the time that its sources need. */
export default defineConfig({
  publicDir: false,
  plugins: [inAscii],
  build: {
    ssr: true,
    // The worker is started by its file.
    rolldownOptions: {
      input: { main: 'server/main.ts', 'backtest-worker': 'server/features/backtests/worker/backtest-worker.ts' },
    },
    target: 'esnext',
    minify: false,
    reportCompressedSize: false,
  },
  ssr: { noExternal: true, external: PACKAGES },
});
