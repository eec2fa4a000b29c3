export { lossWatch } from './loss-watch.ts';
