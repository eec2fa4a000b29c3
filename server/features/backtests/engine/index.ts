export { BacktestEngine } from './backtest-engine.ts';
