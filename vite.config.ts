import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { chunks, first } from './server/scripts/build/chunks.ts';
import { drawPages } from './server/scripts/build/draw-pages.ts';
import { evaluateInTurn } from './server/scripts/build/evaluate-in-turn.ts';
import { iconsByFile } from './server/scripts/build/icons-by-file.ts';
import { precompress } from './server/scripts/build/precompress.ts';

const source = (file: string) => fileURLToPath(new URL(`./client/${file}`, import.meta.url));
const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version }: { version: string } = JSON.parse(text('./package.json'));
const manifest: Partial<ManifestOptions> = JSON.parse(text('./manifest.webmanifest'));

const server = 'http://127.0.0.1:3000';
const outDir = '../dist/client';
/** The package names its development build whatever it is built for. */
const router = join(import.meta.dirname, 'node_modules', 'react-router', 'dist', 'production', 'index.mjs');

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

/** What a call is for, and which API tokens may make it, concerns readers of openapi.json and the server: no page. */
const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /server\/contracts\/[\w-]+\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(/^  (?:summary:\s+(['"`]).*?\1|scopes: \[.*\]),$/gm, ''),
      map: null,
    }),
  },
});

export default defineConfig({
  root: 'client',
  publicDir: '../public',
  define: { __APP_VERSION__: JSON.stringify(version) },
  resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [source('index.html'), source('boot.ts')],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack)[\\/]/,
              tags: ['$initial'],
              priority: 12,
            },
            first,
            {
              name: 'contracts',
              test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]server[\\/]contracts[\\/]/,
              tags: ['$initial'],
              priority: 11.5,
            },
            { name: 'app', test: (id: string) => !id.endsWith('boot.ts'), tags: ['$initial'], priority: 11 },
            ...chunks,
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
    leanContracts(),
    evaluateInTurn(),
    iconsByFile(),
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
        globPatterns: ['**/*.{js,css,woff2,svg}', '{app,index}.html'],
        globIgnores: ['icons/**', 'screenshots/**', 'no-worker.js'],
        maximumFileSizeToCacheInBytes: 1 << 20,
      },
    }),
    drawPages(),
    precompress(),
  ],
});
