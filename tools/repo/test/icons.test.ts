// Icons of the servers: one family of small grey drawings, plus a PNG per server for clients that cannot show SVG.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { publicPackages, root } from '../src/workspace.ts';

interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
}

type Icons = Readonly<Record<string, readonly Icon[]>>;

/** The servers with icons; a new server starts without. */
const servers = publicPackages
  .map(({ folder }) => folder)
  .filter((folder) => existsSync(join(root, folder, 'src/icons.ts')));

const decode = (src: string): Buffer => Buffer.from(src.slice(src.indexOf(',') + 1), 'base64');

describe.each(servers)('%s', async (folder) => {
  const icons = (await import(pathToFileURL(join(root, folder, 'src/icons.ts')).href)) as Icons;

  test('every icon is small, in one grey, and of any size', () => {
    const drawn = Object.values(icons)
      .flat()
      .filter(({ mimeType }) => mimeType === 'image/svg+xml');
    expect(drawn).toHaveLength(Object.keys(icons).length);
    for (const { src, sizes } of drawn) {
      expect(src.length).toBeLessThanOrEqual(400);
      // Without sizes, an icon fits any size.
      expect(sizes).toBeUndefined();
      const svg = decode(src).toString('utf8');
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24" .*<\/svg>$/);
      expect(svg.match(/#[0-9a-f]{6}/g)).toEqual(['#808080']);
    }
  });

  test('the server also has a PNG', () => {
    const png = icons['serverIcons']?.find(({ mimeType }) => mimeType === 'image/png');
    const bytes = decode(png?.src ?? '');
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([48, 48]);
    expect(png?.sizes).toEqual(['48x48']);
  });
});
