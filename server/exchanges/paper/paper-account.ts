import type { Account } from '../../domain/matching/model/matching-account.ts';

/** What a key may do, and how its account pays. `ip` is the one address it may be used from; null is any. */
export interface Rights {
  spot: boolean;
  withdraw: boolean;
  ip: string | null;
  revoked: boolean;
  /** Fees are paid in BNB, at a discount, while there is enough of it. */
  bnbBurn: boolean;
}

/** An account of the paper exchange; its id is its one API key. */
export interface PaperAccount extends Account {
  secret: string;
  rights: Rights;
  createdAt: number;
}

export const FULL_RIGHTS: Rights = { spot: true, withdraw: false, ip: null, revoked: false, bnbBurn: false };

type Stored = Pick<PaperAccount, 'id' | 'secret' | 'rights' | 'createdAt' | 'updateTime'>;

export const paperAccount = (stored: Stored, holdings: PaperAccount['holdings'] = new Map()): PaperAccount => ({
  ...stored,
  holdings,
  open: new Map(),
  lists: new Map(),
  get paysDiscounted() {
    return this.rights.bnbBurn;
  },
});
