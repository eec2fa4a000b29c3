import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../tests/doubles/memory-storage.ts';
import { signalFiring, switchSignal } from './alert-signals.ts';

const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
const resume = vi.fn<() => Promise<void>>(async () => {});
const held = new Set<string>();

class Tone {
  frequency = { value: 0 };
  gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  connect = (next: unknown) => next;
  start = () => {};
  stop = () => {};
}

class Player {
  currentTime = 0;
  destination = {};
  resume = resume;
  createOscillator = () => new Tone();
  createGain = () => new Tone();
}

const locks = {
  request: async (name: string, _: unknown, hold: (lock: object | null) => Promise<void>) => {
    const isFree = !held.has(name);
    held.add(name);
    await hold(isFree ? {} : null);
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('navigator', { vibrate, locks });
  vi.stubGlobal('AudioContext', Player);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  held.clear();
});

const given = () => [resume.mock.calls.length, vibrate.mock.calls.length];

it('G-05 a firing neither sounds nor vibrates until that is switched on', () => {
  signalFiring('one');
  expect(given()).toEqual([0, 0]);
});

it('G-05 a firing gives what is switched on, in one of several open tabs', () => {
  switchSignal('vibration', true);
  signalFiring('one');
  expect(given()).toEqual([0, 1]);
  signalFiring('one');
  expect(given()).toEqual([0, 1]);
  switchSignal('sound', true);
  switchSignal('vibration', false);
  signalFiring('two');
  expect(given()).toEqual([1, 1]);
});

it('G-05 a device that cannot vibrate sounds alone', () => {
  vi.stubGlobal('navigator', { locks });
  switchSignal('vibration', true);
  switchSignal('sound', true);
  signalFiring('one');
  expect(given()).toEqual([1, 0]);
});
