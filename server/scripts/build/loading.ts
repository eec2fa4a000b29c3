import type { Rolldown } from 'vite';
import type { OwnPath } from '../../contracts/rules/page-paths.ts';

export type Chunks = Record<string, Rolldown.OutputChunk>;

/** The module of each signed-in page, and what surrounds all of them. */
const PAGES: Record<OwnPath, string> = {
  '/welcome': 'welcome-page',
  '/overview': 'overview-page',
  '/markets/spot/list': 'markets-page',
  '/history': 'history-page',
  '/alerts': 'alerts-page',
  '/api': 'keys-page',
  '/account': 'account-page',
  '/bots': 'bots-page',
  '/backtests': 'backtests-page',
  '/signals': 'signals-page',
  '/developers': 'developers-page',
};
const AROUND = 'live-layout';

/** These files and their static imports, in order of first use. */
function withImports(files: readonly string[], chunks: Chunks): string[] {
  const found = new Set(files);
  for (const file of found) for (const imported of chunks[file]?.imports ?? []) found.add(imported);
  return [...found];
}

/** What a pre-rendered page's code and the app load when they start. */
export function appOf({ dynamicImports, imports }: Rolldown.OutputChunk, styles: string[], chunks: Chunks): string[] {
  const own = Object.values(chunks).filter(({ viteMetadata }) =>
    styles.some((of) => viteMetadata?.importedCss.has(of)),
  );
  const files = withImports([...dynamicImports, ...own.map(({ fileName }) => fileName)], chunks);
  return files.filter((file) => !imports.includes(file));
}

function chunkWith(module: string, chunks: Chunks): string {
  const chunk = Object.values(chunks).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}.tsx`)));
  if (!chunk) throw new Error(`The build holds no ${module}.`);
  return chunk.fileName;
}

const sheetsOf = (file: string, chunks: Chunks) => Array.from(chunks[file]?.viteMetadata?.importedCss ?? []);

/** The styles of these modules, and the scripts that the app and they load at once and then next. */
function filesOf({ dynamicImports, imports }: Rolldown.OutputChunk, modules: string[], chunks: Chunks) {
  const own = modules.map((module) => chunkWith(module, chunks));
  const atOnce = withImports([...dynamicImports, ...own], chunks).filter((file) => !imports.includes(file));
  const next = atOnce
    .flatMap((file) => chunks[file]?.dynamicImports ?? [])
    .filter((file) => own.length > 0 && chunks[file]?.name.endsWith('-next'));
  const later = withImports(next, chunks).filter((file) => !atOnce.includes(file) && !imports.includes(file));
  // The app's own styles are in every page.
  const styles = atOnce.filter((file) => !dynamicImports.includes(file)).flatMap((file) => sheetsOf(file, chunks));
  return { styles: [...new Set(styles)], app: [...atOnce, ...later] };
}

/** What a signed-in page names in its head: otherwise each part would be discovered by the one before. */
export const ownFiles = (path: OwnPath | null, boot: Rolldown.OutputChunk, chunks: Chunks) =>
  filesOf(boot, path === null ? [] : [AROUND, PAGES[path]], chunks);
