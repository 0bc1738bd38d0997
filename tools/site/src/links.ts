// Links of a Markdown file, changed to those of the site.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pages, repository, root, type Page } from './pages.ts';

const PICTURES = 'tools/site/guide/images/';
/** Copied to the same place in the site. */
const PICTURE_OF_PAGE = /^servers\/[^/]+\/views\/pictures\//;

const pathOf = new Map(pages.map(({ source, path }) => [source, path]));

/**
 * The text with its relative links changed: to the page, where the file is one; to the picture, which is copied beside;
 * else to the file in the repository, or to nothing while that has no address.
 *
 * @throws {Error} when there is no such file.
 */
export const withSiteLinks = (text: string, page: Page): string =>
  text.replaceAll(CODE_OR_LINK, (all: string, ...groups: (string | undefined)[]) => {
    const [, label, target, attribute, picture] = groups;
    if (picture !== undefined) return `${attribute}="${toSite(picture, page)}"`;
    if (label === undefined || target === undefined) return all;
    const found = toSite(target, page);
    return found === undefined ? label : `[${label}](${found})`;
  });

// Code is matched first, so that what looks like a link there stays. A picture for light and dark is written as an
// element.
const CODE_OR_LINK =
  /^(`{3,})[^\n]*\n[\s\S]*?^\1$|\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)|\b(src|srcset)="(views\/[^"]+)"/gm;

const toSite = (link: string, { source, path }: Page): string | undefined => {
  const [file = '', anchor] = link.split('#');
  const target = posix.join(posix.dirname(source), file).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const found = pathOf.get(target) ?? pathOf.get(`${target}/README.md`);
  if (found !== undefined) return relative(path, found) + hash;
  if (!existsSync(join(root, target))) throw new Error(`${source}: there is no file ${link}`);
  if (target.startsWith(PICTURES)) return relative(path, target.replace(PICTURES, 'guide/images/'));
  if (PICTURE_OF_PAGE.test(target)) return relative(path, target);
  return repository === null ? undefined : `${repository}/blob/main/${target}${hash}`;
};

const relative = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};
