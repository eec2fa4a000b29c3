import type { Bot } from '#contracts/bots.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { ChipKind } from '../../../ui/chip.tsx';

interface Look {
  text: string;
  kind: ChipKind;
}

/** C-2: 'Active' until it has stopped, and what it does meanwhile. */
const LOOKS: Record<BotState, Look> = {
  draft: { text: 'Inactive', kind: 'plain' },
  waiting: { text: 'Active · waits', kind: 'plain' },
  starting: { text: 'Active · starting', kind: 'live' },
  running: { text: 'Active · running', kind: 'live' },
  paused: { text: 'Active · paused', kind: 'stale' },
  attention: { text: 'Active · needs you', kind: 'offline' },
  stopping: { text: 'Active · stopping', kind: 'stale' },
  stopped: { text: 'Inactive', kind: 'plain' },
};

export const stateLook = ({ state }: Pick<Bot, 'state'>): Look => LOOKS[state];

const FILTERS = {
  all: { label: 'All', holds: () => true },
  active: { label: 'Active', holds: ({ active }: Bot) => active },
  attention: { label: 'Needs you', holds: ({ state }: Bot) => state === 'attention' },
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
