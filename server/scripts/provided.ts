import { provideTools } from './provide.ts';

// Before a script that needs a browser: without one it would fail in words of somebody else's.
const { chromium, missing } = await provideTools();
if (missing.length > 0) {
  for (const sentence of missing) console.error(sentence);
  process.exit(1);
}
if (chromium) process.env.CHROMIUM_PATH = chromium;
