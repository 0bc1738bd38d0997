// Writes the sources of the site for VitePress: the pages of the repository, and the reference from the docstrings.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withSiteLinks } from './links.ts';
import { pages, root, SERVERS } from './pages.ts';
import { writeReference } from './reference.ts';

const content = join(root, 'tools/site/dist/content');

rmSync(content, { recursive: true, force: true });
for (const page of pages) {
  const file = join(content, page.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, withSiteLinks(readFileSync(join(root, page.source), 'utf8'), page));
}
cpSync(join(root, 'tools/site/guide/images'), join(content, 'guide/images'), { recursive: true });
for (const name of SERVERS) {
  const pictures = `servers/${name}/views/pictures`;
  if (existsSync(join(root, pictures)))
    cpSync(join(root, pictures), join(content, pictures), { recursive: true });
}
await writeReference(join(content, 'api'));
