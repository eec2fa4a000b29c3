import { enableCompileCache } from 'node:module';

// Compiled code is kept in the system's temporary folder: a start takes half as long. It must be on before the rest is read.
enableCompileCache();
const { run } = await import('./run.ts');
await run();
