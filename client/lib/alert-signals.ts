/** How a fired alert makes itself noticed on this device while the app is open, besides its toast. */
export const SIGNALS = ['sound', 'vibration'] as const;
export type Signal = (typeof SIGNALS)[number];

const keyOf = (signal: Signal): string => `alert-${signal}`;

/** Off until switched on. */
export const isSignalOn = (signal: Signal): boolean => localStorage.getItem(keyOf(signal)) !== null;

export function switchSignal(signal: Signal, on: boolean): void {
  if (on) localStorage.setItem(keyOf(signal), 'yes');
  else localStorage.removeItem(keyOf(signal));
}

export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Hz, and the seconds at which each tone starts. */
const TONES = [
  [880, 0],
  [1175, 0.16],
] as const;
const TONE_SECONDS = 0.14;
const LOUDNESS = 0.12;

let audio: AudioContext | undefined;

function playSound(): void {
  audio ??= new AudioContext();
  // Browsers keep a page silent until it was touched once.
  void audio.resume();
  for (const [frequency, start] of TONES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + start;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}

const PATTERN_MS = [180, 80, 180];

const PLAY: Record<Signal, () => void> = {
  sound: playSound,
  vibration: () => void navigator.vibrate(PATTERN_MS),
};

export const giveSignal = (signal: Signal): void => PLAY[signal]();

const HELD_MS = 2000;

/** Gives the signals that are on; of several open tabs, the first one to ask does. */
export function signalFiring(firing: string): void {
  const on = SIGNALS.filter((signal) => isSignalOn(signal) && (signal === 'sound' || canVibrate()));
  if (on.length === 0) return;
  void navigator.locks.request(`alert-signal ${firing}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (const signal of on) giveSignal(signal);
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  });
}
