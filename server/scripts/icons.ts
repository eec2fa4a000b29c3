// Draws the PNGs of public/icons and public/startup from the mark in icon.svg: `node server/scripts/icons.ts` after a change, and commit the output.
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const ACCENT = '#cdf24e';
const GROUND = '#0d1117';
/** The center of the mark in its own units, of which a side has 24. */
const MIDDLE = { x: 10.75, y: 12 };

const folder = new URL('../../public/icons/', import.meta.url);
const source = await readFile(new URL('icon.svg', folder), 'utf8');
const chevrons = source.match(/<path[^>]+\/>/g)?.join('');
if (!chevrons || !source.includes(ACCENT) || !source.includes(GROUND))
  throw new Error('icon.svg no longer holds the mark in the colours of this script.');

interface Icon {
  file: string;
  size: number;
  /** 1 draws the mark as large as the header does; a maskable icon keeps it inside the middle 80%. */
  scale: number;
  ink?: string;
  ground: 'square' | 'rounded' | 'none';
}

const icons: Icon[] = [
  { file: 'icon-192.png', size: 192, scale: 0.8, ground: 'rounded' },
  { file: 'icon-512.png', size: 512, scale: 0.8, ground: 'rounded' },
  { file: 'maskable-192.png', size: 192, scale: 0.62, ground: 'square' },
  { file: 'maskable-512.png', size: 512, scale: 0.62, ground: 'square' },
  { file: 'apple-touch-icon.png', size: 180, scale: 0.72, ground: 'square' },
  // Android draws a badge from its alpha channel alone.
  { file: 'badge-96.png', size: 96, scale: 1, ink: '#ffffff', ground: 'none' },
];

function picture({ size, scale, ink = ACCENT, ground }: Icon): string {
  const corner = ground === 'rounded' ? 5.25 : 0;
  const rect = ground === 'none' ? '' : `<rect width="24" height="24" rx="${corner}" fill="${GROUND}"/>`;
  const place = `translate(${12 - MIDDLE.x * scale} ${12 - MIDDLE.y * scale}) scale(${scale})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">${rect}
    <g transform="${place}" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round"
      stroke-linejoin="round">${chevrons}</g></svg>`;
}

/** Launch screens of iPhones and iPads in portrait: width, height, pixel ratio. */
const SCREENS = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
  [744, 1133, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1194, 2],
  [1024, 1366, 2],
] as const;
const startup = new URL('../../public/startup/', import.meta.url);
/** The size of the mark as a fraction of the shorter side. */
const MARK = 0.28;

async function drawStart([width, height, ratio]: (typeof SCREENS)[number]): Promise<void> {
  const [across, down] = [width * ratio, height * ratio];
  const mark = picture({ file: '', size: Math.round(across * MARK), scale: 1, ground: 'none' });
  const file = `${across}x${down}.png`;
  await sharp({ create: { width: across, height: down, channels: 3, background: GROUND } })
    .composite([{ input: Buffer.from(mark) }])
    .png({ palette: true, colors: 32, compressionLevel: 9 })
    .toFile(fileURLToPath(new URL(file, startup)));
  console.log(file);
}

async function draw(icon: Icon): Promise<void> {
  const image = sharp(Buffer.from(picture(icon)));
  if (icon.ground === 'square') image.flatten({ background: GROUND });
  await image.png({ compressionLevel: 9 }).toFile(fileURLToPath(new URL(icon.file, folder)));
  console.log(icon.file);
}

await mkdir(startup, { recursive: true });
await Promise.all([...icons.map(draw), ...SCREENS.map(drawStart)]);
