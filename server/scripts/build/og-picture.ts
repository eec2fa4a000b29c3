// Draws public/og.png, the picture of a link to this site: run it after a change, and commit the output.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = new URL('../../../public/', import.meta.url);
const icon = await readFile(new URL('icons/icon.svg', folder), 'utf8');
const chevrons = icon.match(/<path[^>]+\/>/g)?.join('');
if (!chevrons) throw new Error('icon.svg no longer holds the mark.');

const mark = (place: string, ink: string) =>
  `<g transform="${place}" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${chevrons}</g>`;

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <style>
    text { font-family: 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif; fill: #e9eef5; font-weight: bold; }
    .name { font-size: 46px; }
    .claim { font-size: 84px; letter-spacing: -3px; }
    .lead { font-size: 31px; fill: #a3b1c2; font-weight: normal; }
  </style>
  <rect width="1200" height="630" fill="#0d1117" />
  ${mark('translate(640 6) scale(26)', '#151b24')}
  ${mark('translate(72 62) scale(2.7)', '#cdf24e')}
  <text x="154" y="111" class="name">Tandem</text>
  <text x="76" y="306" class="claim">One deal.</text>
  <text x="76" y="408" class="claim">Every key rides along.</text>
  <text x="76" y="524" class="lead">Your assistant in crypto-trading: order blocks, copies, alerts.</text>
</svg>`;

await sharp(Buffer.from(picture))
  .png({ compressionLevel: 9, palette: true })
  .toFile(fileURLToPath(new URL('og.png', folder)));
