import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const html = readFileSync('client/index.html', 'utf8');
const images = [...html.matchAll(/rel="apple-touch-startup-image"\s+href="\/startup\/([^"]+)"\s+media="([^"]+)"/g)];

/** As a PNG begins. */
function sizeOf(file: string): string {
  const head = readFileSync(file);
  return `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`;
}

describe('H-09 what an iPhone shows while the app starts', () => {
  it.each(images.map(([, file = '', media = '']) => [file, media] as const))(
    '%s fits its screen: %s',
    (file, media) => {
      const [width = 0, height = 0, ratio = 0] = [...media.matchAll(/: (\d+)/g)].map(([, number]) => Number(number));
      expect(file).toBe(`${width * ratio}x${height * ratio}.png`);
      expect(`${sizeOf(`public/startup/${file}`)}.png`).toBe(file);
      expect(statSync(`public/startup/${file}`).size).toBeLessThan(12_000);
    },
  );

  it('is linked for each picture that there is', () => {
    expect(images.map(([, file = '']) => file).toSorted()).toEqual(readdirSync('public/startup').toSorted());
    expect(images.length).toBeGreaterThan(10);
  });
});
