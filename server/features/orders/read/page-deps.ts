import type { EncodedRows } from './encoded-rows.ts';
import type { KeptBlocks } from './kept-blocks.ts';
import type { ListDeps } from './present-block.ts';

export interface PageDeps extends ListDeps {
  keptBlocks: KeptBlocks;
  encodedRows: EncodedRows;
}
