// Links of a Markdown file, changed to those of the site.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pages, root, type Page } from './pages.ts';

const REPOSITORY = 'https://github.com/mcp-reference-servers/servers/blob/main';

const PICTURES = 'tools/site/guide/images/';

const pathOf = new Map(pages.map(({ source, path }) => [source, path]));

/**
 * The text with its relative links changed: to the page, where the file is one; to the picture, which is copied beside;
 * else to the file in the repository.
 *
 * @throws {Error} when there is no such file.
 */
export const withSiteLinks = (text: string, page: Page): string =>
  text.replaceAll(CODE_OR_LINK, (all: string, _fence: string | undefined, target: string | undefined) =>
    target === undefined ? all : `](${toSite(target, page)})`,
  );

// Code is matched first, so that what looks like a link there stays.
const CODE_OR_LINK = /^(`{3,})[^\n]*\n[\s\S]*?^\1$|\]\((?!https?:|mailto:|#)([^)\s]+)\)/gm;

const toSite = (link: string, { source, path }: Page): string => {
  const [file = '', anchor] = link.split('#');
  const target = posix.join(posix.dirname(source), file).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const found = pathOf.get(target) ?? pathOf.get(`${target}/README.md`);
  if (found !== undefined) return relative(path, found) + hash;
  if (!existsSync(join(root, target))) throw new Error(`${source}: there is no file ${link}`);
  if (target.startsWith(PICTURES)) return relative(path, target.replace(PICTURES, 'guide/images/'));
  return `${REPOSITORY}/${target}${hash}`;
};

const relative = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};
