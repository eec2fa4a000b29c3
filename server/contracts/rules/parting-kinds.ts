/** Why a bot and the replay of its own time came to different results. */
export const PARTING_KINDS = ['away', 'slippage', 'refused', 'by-hand'] as const;
export type PartingKind = (typeof PARTING_KINDS)[number];
