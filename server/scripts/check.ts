import { runChecks } from './checks.ts';
import { passSignalsOn } from './processes.ts';

passSignalsOn();
const { passed, failed } = await runChecks();
console.log(`${passed.length} checks passed, ${failed.length} failed${failed.length ? `: ${failed.join(', ')}` : ''}`);
process.exitCode = failed.length === 0 ? 0 : 1;
