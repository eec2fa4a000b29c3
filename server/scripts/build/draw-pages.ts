import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { type OwnPath, pageFile } from '../../contracts/rules/page-paths.ts';
import { FAQ } from '../../features/support/faq/index.ts';
import { assembleFrame, assemblePage, type PreRenderedPage } from './assemble.ts';
import { appOf, type Chunks, ownFiles } from './loading.ts';

const ENTRY = 'boot.ts';
const fileOf = (path: string | null) => (path === null ? '404.html' : pageFile(path));

/** Bundles the app's components for this process and renders the pages with them. */
async function draw(
  { root, define }: ResolvedConfig,
  folder: string,
): Promise<{ pages: PreRenderedPage[]; frames: Map<OwnPath | null, string> }> {
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
    drawPages: (faq: typeof FAQ) => Promise<PreRenderedPage[]>;
    drawFrames: () => Promise<Map<OwnPath | null, string>>;
  };
  const drawn = { pages: await drawing.drawPages(FAQ), frames: await drawing.drawFrames() };
  await rm(outDir, { recursive: true, force: true });
  return drawn;
}

/** The style sheets of the page's own code, in addition to the shell's. */
function stylesOf(html: string, chunks: Chunks, sources: Map<string, string>): string[] {
  const used = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  return [...sources].flatMap(([file, css]) => {
    const own = Object.values(chunks).some((chunk) => chunk.viteMetadata?.importedCss.has(file));
    return own && [...used].some((name) => css.includes(`.${name}`)) ? [file] : [];
  });
}

const sitemap = (pages: PreRenderedPage[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.flatMap(({ path }) => (path === null ? [] : `  <url><loc>%PUBLIC_URL%${path}</loc></url>`)).join('\n')}
</urlset>
`;

/**
 * Pre-renders public pages, so that they can be read before any script runs. The app's frame becomes the HTML of
 * signed-in pages, and app.html of every other address.
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

      await rm(join(folder, 'index.html'));
      const { pages, frames } = await draw(config, folder);
      for (const page of pages) {
        const styles = stylesOf(page.html, chunks, sources);
        const parts = { shell, boot, styles, app: appOf(boot, styles, chunks) };
        await writeFile(join(folder, fileOf(page.path)), assemblePage(page, parts));
      }
      await writeFile(join(folder, 'sitemap.xml'), sitemap(pages));
      for (const [path, frame] of frames) {
        const file = path === null ? 'app.html' : pageFile(path);
        await writeFile(join(folder, file), assembleFrame(frame, { shell, boot, ...ownFiles(path, boot, chunks) }));
      }
    },
  };
}
