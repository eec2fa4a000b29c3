import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = 'lucide-react';

/** The file of each icon, by every name in the package's index. */
function filesByName(): Map<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const source = readFileSync(join(folder, 'dist', 'esm', `${PACKAGE}.mjs`), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of source.matchAll(/^export \{ (.+) \} from '\.\/icons\/([\w-]+)\.mjs';$/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

/** Imports each icon from its own file. Through the package's index every page would load all icons. */
export function iconsByFile(): Plugin {
  const files = filesByName();
  const importOf = (imported: string): string => {
    if (imported.startsWith('type ')) return `import type { ${imported.slice(5)} } from '${PACKAGE}';`;
    const [name = '', local = name] = imported.split(' as ');
    const file = files.get(name);
    if (file === undefined) throw new Error(`${PACKAGE} has no icon named ${name}.`);
    return `import ${local} from '${PACKAGE}/icons/${file}';`;
  };
  const importsOf = (names: string): string =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map(importOf)
      .join(' ');
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: PACKAGE },
      handler: (code) => ({
        code: code.replaceAll(/^import \{([^}]+)\} from 'lucide-react';$/gm, (_, names: string) => importsOf(names)),
        map: null,
      }),
    },
  };
}
