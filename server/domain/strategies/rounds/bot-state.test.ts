import { expect, it } from 'vitest';
import { canMove, resumeMove, stopMove } from './bot-state.ts';

const STATES = ['draft', 'waiting', 'starting', 'running', 'paused', 'attention', 'stopping', 'stopped'] as const;

it('C-2 has these moves, and no others', () => {
  const moves = STATES.flatMap((from) => STATES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`));
  expect(moves).toEqual([
    'draft waiting',
    'draft starting',
    'waiting starting',
    'waiting stopped',
    'starting running',
    'starting attention',
    'starting stopping',
    'running paused',
    'running attention',
    'running stopping',
    'paused running',
    'paused stopping',
    'attention running',
    'attention stopping',
    'stopping stopped',
  ]);
});

it('C-9 stops at once what only waits for its price', () => {
  expect(STATES.filter((from) => stopMove(from) === 'stopped')).toEqual(['waiting']);
});

it('C-8 lets its owner resume what is paused or asks, not what is starting', () => {
  expect(STATES.filter((from) => canMove(from, resumeMove(from)))).toEqual(['paused', 'attention']);
});
