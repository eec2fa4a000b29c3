/** What the rows of one pair are joined by. */
export interface Candidate {
  symbol: string;
  section: string;
  counterEarning: boolean;
  mainKeyId: string;
  /** Filled whole, or canceled for the rest. */
  isEntered: boolean;
  hasFilledTarget: boolean;
  isReleased: boolean;
  /** An external change waits for a decision. */
  isUndecided: boolean;
  isOfBot: boolean;
}

export const FEWEST = 2;
export const MOST = 20;

/** AV-1: why a block cannot be joined with any other; null where it can. */
export function aloneReason(block: Candidate): string | null {
  if (block.isOfBot) return 'It belongs to a bot.';
  if (block.isReleased) return 'It was released: Tandem no longer follows it.';
  if (block.isUndecided) return 'It was changed on the exchange: decide that first.';
  if (!block.isEntered) return 'Its entry is not filled yet.';
  return block.hasFilledTarget ? 'One of its targets is filled.' : null;
}

/** AV-1: why a block cannot be joined with this one; null where it can. */
export function apartReason(block: Candidate, first: Candidate): string | null {
  if (block.symbol !== first.symbol) return 'It is of another pair.';
  if (block.section !== first.section) return 'It is of the other section.';
  if (block.counterEarning !== first.counterEarning) return 'It earns in the other currency.';
  return block.mainKeyId === first.mainKeyId ? null : 'It was placed with another key.';
}

/** AV-3: why these blocks cannot be joined as they are; null where they can. */
export function joinFault(blocks: readonly Candidate[]): string | null {
  const [first] = blocks;
  if (!first || blocks.length < FEWEST) return `Choose at least ${FEWEST} blocks.`;
  if (blocks.length > MOST) return `Choose at most ${MOST} blocks.`;
  for (const block of blocks) {
    const reason = aloneReason(block) ?? apartReason(block, first);
    if (reason) return reason;
  }
  return null;
}
