// Fonts of the browser: only those of an npm package, so that a page looks the same on every machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const CACHE = join(import.meta.dirname, '../node_modules/.cache/fonts');

const prefer = (generic: string, family: string): string =>
  `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`;

const CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${FONTS}</dir>
<cachedir>${CACHE}</cachedir>
<selectfont><rejectfont>
<glob>*Serif*</glob><glob>*Condensed*</glob><glob>*ExtraLight*</glob><glob>*Math*</glob>
</rejectfont></selectfont>
${prefer('sans-serif', 'DejaVu Sans')}
${prefer('system-ui', 'DejaVu Sans')}
${prefer('monospace', 'DejaVu Sans Mono')}
<match target="font"><edit name="rgba" mode="assign"><const>none</const></edit></match>
</fontconfig>
`;

/** Writes the configuration of fontconfig and returns the environment that makes the browser use it. */
export const useFonts = (): { readonly FONTCONFIG_FILE: string } => {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, 'fonts.conf');
  writeFileSync(file, CONFIGURATION);
  return { FONTCONFIG_FILE: file };
};
