// The site: pages in dist/content, written by src/collect.ts; output in dist/site.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { AUTHORS_PLACES, repository, sections, type Section } from '../src/pages.ts';

const api = join(import.meta.dirname, '../dist/content/api');

const link = (path: string): string => `/${path.replace(/(?:index)?\.md$/, '')}`;

const toGroup = ({ title, isForAuthors = false, pages }: Section) => ({
  text: title,
  collapsed: isForAuthors,
  items: pages.map((page) => ({ text: page.title, link: link(page.path) })),
});

const forAuthors = [
  ...sections.map(toGroup),
  { text: 'Reference', collapsed: true, items: referenceItems() },
];

export default defineConfig({
  title: 'MCP reference servers',
  description: 'Model Context Protocol servers in TypeScript, and the runtime that they share',
  srcDir: 'dist/content',
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  cleanUrls: true,
  markdown: { anchor: { slugify: githubSlug } },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [
      { text: 'Claude Desktop', link: '/guide/claude-desktop' },
      { text: 'Get started', link: '/guide/get-started' },
      { text: 'Write a server', link: '/runtime/writing-a-server' },
      { text: 'Reference', link: '/api/' },
    ],
    sidebar: {
      ...Object.fromEntries(AUTHORS_PLACES.map((place) => [place, forAuthors])),
      // The first that fits counts, and this one fits always.
      '/': sections.filter(({ isForAuthors }) => isForAuthors !== true).map(toGroup),
    },
    socialLinks: repository === null ? [] : [{ icon: 'github', link: repository }],
  },
});

// The anchors of GitHub, so that one link works in both places.
function githubSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function referenceItems(): { text: string; link: string }[] {
  return readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({ text: file.replace(/\.md$/, ''), link: link(`api/${file}`) }));
}
