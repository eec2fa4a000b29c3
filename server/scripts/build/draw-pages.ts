import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { FAQ } from '../../features/support/faq/index.ts';

interface DrawnPage {
  /** Null for the one that answers every address that is none. */
  path: string | null;
  head: { title: string; description: string };
  html: string;
  data: object | null;
  drawnFrom: unknown[];
}

type Chunks = Record<string, Rolldown.OutputChunk>;

const ENTRY = 'boot.ts';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const fileOf = (path: string | null) => (path === '/' ? 'index.html' : `${path?.slice(1) ?? '404'}.html`);

/** The app's own components, bundled once more for this process, draw the pages. */
async function draw({ root, define }: ResolvedConfig, folder: string): Promise<DrawnPage[]> {
  const outDir = join(folder, 'drawing');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: define ?? {},
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'prerender.tsx', outDir, emptyOutDir: true, minify: false },
  });
  const drawing = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as {
    drawPages: (faq: typeof FAQ) => Promise<DrawnPage[]>;
  };
  const pages = await drawing.drawPages(FAQ);
  await rm(outDir, { recursive: true, force: true });
  return pages;
}

/** The style sheets that the page's own code imports, on top of the shell's. */
function stylesOf(html: string, chunks: Chunks, sources: Map<string, string>): string[] {
  const used = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  return [...sources].flatMap(([file, css]) => {
    const own = Object.values(chunks).some((chunk) => chunk.viteMetadata?.importedCss.has(file));
    return own && [...used].some((name) => css.includes(`.${name}`)) ? [file] : [];
  });
}

interface Parts {
  shell: string;
  boot: Rolldown.OutputChunk;
  styles: string[];
}

const dataBlock = (attributes: string, data: unknown) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** What a search engine and a link preview read; nothing of a page that is none. */
function tellOthers({ path, head: { title, description }, data }: DrawnPage): string[] {
  if (path === null) return [];
  const address = `%PUBLIC_URL%${path}`;
  return [
    `<link rel="canonical" href="${address}" />`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Tandem',
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': '%PUBLIC_URL%/og.png',
      'og:image:width': '1200',
      'og:image:height': '630',
    }).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(data ? [dataBlock('type="application/ld+json"', data)] : []),
  ];
}

/** What goes into the body: the page, what it was drawn from, and a word where a form needs more than reading. */
function bodyOf({ html, drawnFrom }: DrawnPage, noscript: string): string {
  const from = dataBlock('type="application/json" id="drawn-from"', drawnFrom);
  return `<div id="root">${html}</div>${drawnFrom.length > 0 ? from : ''}${html.includes('<form') ? noscript : ''}`;
}

/** The page on its own: the shell without its script, with its own head and what is drawn. */
function assemble(page: DrawnPage, { shell, boot, styles }: Parts): string {
  const { title, description } = page.head;
  const tags = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...boot.imports.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    `<script type="module" async blocking="render" crossorigin src="/${boot.fileName}"></script>`,
    ...tellOthers(page),
  ];
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(shell) ?? [];
  return shell
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(noscript, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => `${start}${escaped(description)}`)
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => bodyOf(page, noscript));
}

const sitemap = (pages: DrawnPage[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.flatMap(({ path }) => (path === null ? [] : `  <url><loc>%PUBLIC_URL%${path}</loc></url>`)).join('\n')}
</urlset>
`;

/**
 * Draws the pages that everybody may read into HTML of their own, so that they are read before any script has run. The
 * app itself, for every other address, becomes app.html.
 */
export function drawPages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'draw-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle(_, bundle) {
      const folder = resolve(config.root, config.build.outDir);
      const outputs = Object.values(bundle);
      const chunks: Chunks = Object.fromEntries(
        outputs.filter((output) => output.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
      );
      const boot = Object.values(chunks).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${ENTRY}`));
      if (!boot) throw new Error(`The build holds no ${ENTRY}.`);
      const shell = await readFile(join(folder, 'index.html'), 'utf8');
      const sheets = outputs.filter(({ fileName }) => fileName.endsWith('.css') && !shell.includes(fileName));
      const sources = new Map<string, string>();
      for (const { fileName } of sheets) sources.set(fileName, await readFile(join(folder, fileName), 'utf8'));

      await rename(join(folder, 'index.html'), join(folder, 'app.html'));
      const pages = await draw(config, folder);
      for (const page of pages) {
        const styles = stylesOf(page.html, chunks, sources);
        const parts = { shell, boot, styles };
        await writeFile(join(folder, fileOf(page.path)), assemble(page, parts));
      }
      await writeFile(join(folder, 'sitemap.xml'), sitemap(pages));
    },
  };
}
