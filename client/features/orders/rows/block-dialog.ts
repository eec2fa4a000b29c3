/** Dialogs of a block. */
export type BlockDialog = 'end' | 'half' | 'targets' | 'change' | 'events';
