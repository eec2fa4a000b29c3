import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';

const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version }: { version: string } = JSON.parse(text('./package.json'));
const manifest: Partial<ManifestOptions> = JSON.parse(text('./manifest.webmanifest'));

const server = 'http://127.0.0.1:3000';
const outDir = '../dist/client';

/** Writes a .br and a .gz beside each text file of the finished build, for a server that sends them as they are. */
function precompress(): Plugin {
  const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
  let folder = '';
  async function compress(name: string): Promise<void> {
    const file = join(folder, name);
    const bytes = await readFile(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the worker, which is itself written when the bundle closes.
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(names.filter((name) => compressible.test(name)).map(compress));
      },
    },
  };
}

/** Says in each stylesheet which layer is the lower: whichever loads first would decide it otherwise. */
const layersFirst = (): Plugin => ({
  name: 'layers-first',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer base,ui;${file.source.toString()}`;
  },
});

export default defineConfig({
  root: 'client',
  publicDir: '../public',
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack)[\\/]/,
              tags: ['$initial'],
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // Not the page /api.
      '^/api/': server,
      '/logout': server,
      '/j_spring_security_check': server,
      '/websocket-url': { target: server, ws: true },
    },
  },
  plugins: [
    react(),
    layersFirst(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,woff2,svg}'],
        globIgnores: ['icons/**', 'screenshots/**', 'no-worker.js'],
        maximumFileSizeToCacheInBytes: 1 << 20,
      },
    }),
    precompress(),
  ],
});
