import type { Bot } from '#contracts/bots.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { BOT_STATE_WORDS } from '#contracts/rules/bot-words.ts';
import type { ChipKind } from '../../../ui/chip.tsx';

interface Look {
  text: string;
  kind: ChipKind;
}

const KINDS: Record<BotState, ChipKind> = {
  draft: 'plain',
  waiting: 'plain',
  starting: 'live',
  running: 'live',
  paused: 'stale',
  attention: 'offline',
  stopping: 'stale',
  stopped: 'plain',
};

/** C-2: one that waits says for which price. */
export const stateLook = ({ state, waitsFor }: Pick<Bot, 'state' | 'waitsFor'>): Look => ({
  text: waitsFor === null ? BOT_STATE_WORDS[state] : `${BOT_STATE_WORDS[state]} for ${waitsFor}`,
  kind: KINDS[state],
});

const FILTERS = {
  all: { label: 'All', holds: () => true },
  active: { label: 'Active', holds: ({ active }: Bot) => active },
  attention: { label: 'Needs you', holds: ({ needs }: Bot) => needs !== null },
  paused: { label: 'Paused', holds: ({ state }: Bot) => state === 'paused' },
  draft: { label: 'Drafts', holds: ({ state }: Bot) => state === 'draft' },
  stopped: { label: 'Stopped', holds: ({ state }: Bot) => state === 'stopped' },
} as const;
export type StateFilter = keyof typeof FILTERS;

export const STATE_FILTERS = (Object.keys(FILTERS) as StateFilter[]).map((value) => ({
  value,
  label: FILTERS[value].label,
}));

export const inState = (bots: readonly Bot[], filter: StateFilter): Bot[] => bots.filter(FILTERS[filter].holds);
