import type { ApiKey } from '../key-context.ts';

/** A copy key with the main key that it follows. */
export interface CopyOf {
  apiKey: ApiKey;
  mainUid: string;
}
