import type { Plugin, Rolldown } from 'vite';

/** Where Vite's helper imports the page, after its styles. */
const IMPORT_PAGE = 'baseModule()';
const IN_TURN = `async function inTurn(files, importer) {
  for (const file of files)
    if (!file.endsWith('.css')) await import(/* @vite-ignore */ assetsURL(file, importer)).catch(() => {});
}`;

/**
 * Evaluates what a lazy page brings chunk by chunk, dependencies first. Each takes a task of its own, so that input is
 * handled in between. A chunk that does not load is reported by the import of the page.
 */
export function evaluateInTurn(): Plugin {
  let bundle: Rolldown.OutputBundle = {};
  /** The length of the longest way down from this chunk; chunks may import each other. */
  function depthOf(file: string, above: readonly string[] = []): number {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || above.includes(file)) return 0;
    return 1 + Math.max(0, ...chunk.imports.map((one) => depthOf(one, [...above, file])));
  }
  return {
    name: 'evaluate-in-turn',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies(_, files) {
            const depths = new Map(files.map((file) => [file, depthOf(file)]));
            return files.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
          },
        },
      },
    }),
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(IMPORT_PAGE)) throw new Error('The preload helper of Vite is not as expected.');
        const changed = code.replace(IMPORT_PAGE, 'inTurn(deps ?? [], importerUrl).then(baseModule)');
        return { code: `${changed};${IN_TURN}`, map: null };
      },
    },
    generateBundle: {
      order: 'pre',
      handler(_, files) {
        bundle = files;
      },
    },
  };
}
