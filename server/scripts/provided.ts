import { provideTools } from './provide.ts';

// For scripts that need a browser, whose own error would be less clear.
const { chromium, missing } = await provideTools();
if (missing.length > 0) {
  for (const sentence of missing) console.error(sentence);
  process.exit(1);
}
if (chromium) process.env.CHROMIUM_PATH = chromium;
