// Which files of the repository are pages of the site, and where.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root: string = dirname(dirname(dirname(import.meta.dirname)));

/** Where the repository is read in a browser; null until an owner has said so. */
export const { repository } = JSON.parse(
  readFileSync(join(root, 'tools/release/publication.json'), 'utf8'),
) as { readonly repository: string | null };

/** A page: a Markdown file of the repository, its path in the site and its first heading. */
export interface Page {
  /** Relative to the root of the repository. */
  readonly source: string;
  /** Relative to the root of the site, with the extension `.md`. */
  readonly path: string;
  readonly title: string;
}

/** Pages that belong together, in the order of the sidebar. */
export interface Section {
  readonly title: string;
  /** Only in the sidebar for authors of servers, because the design of the runtime does not help users. */
  readonly isForAuthors?: boolean;
  readonly pages: readonly Page[];
}

const GUIDE = [
  'claude-desktop',
  'get-started',
  'choose-a-server',
  'things-to-ask',
  'what-hosts-show',
  'hosts',
  'flags',
  'docker-and-http',
  'windows-and-macos',
  'bun-and-deno',
  'migrate-from-official-servers',
  'troubleshooting',
  'security-model',
  'features-and-costs',
];
/** The folders of the servers. */
export const SERVERS: readonly string[] = ['filesystem', 'git', 'sqlite', 'fetch'];

const page = (source: string, path: string): Page => {
  const [, title = source] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  return { source, path, title };
};

/** The Markdown files of a folder, if there is one. */
const pagesIn = (folder: string, place: string): Page[] => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => page(`${folder}/${name}`, `${place}/${name === 'README.md' ? 'documents.md' : name}`));
};

/** Pages for authors of servers, which have the complete sidebar. */
export const AUTHORS_PLACES: readonly string[] = [
  '/runtime/',
  '/api/',
  '/command-line',
  '/contributing',
  ...SERVERS.map((name) => `/servers/${name}/docs/`),
];

/** All pages that people wrote. */
export const sections: readonly Section[] = [
  {
    title: 'Use the servers',
    pages: [
      page('tools/site/guide/index.md', 'index.md'),
      ...GUIDE.map((name) => page(`tools/site/guide/${name}.md`, `guide/${name}.md`)),
    ],
  },
  { title: 'Servers', pages: SERVERS.map((name) => page(`servers/${name}/README.md`, `servers/${name}.md`)) },
  {
    title: 'Write a server',
    pages: [
      page('packages/runtime/README.md', 'runtime/index.md'),
      page('packages/command-line/README.md', 'command-line.md'),
      ...pagesIn('packages/runtime/docs', 'runtime'),
    ],
  },
  {
    title: 'Decisions',
    isForAuthors: true,
    pages: [
      ...pagesIn('packages/runtime/docs/decisions', 'runtime/decisions'),
      ...SERVERS.flatMap((name) => pagesIn(`servers/${name}/docs`, `servers/${name}/docs`)),
    ],
  },
  {
    title: 'The repository',
    pages: [
      page('README.md', 'readme.md'),
      page('CONTRIBUTING.md', 'contributing.md'),
      page('SECURITY.md', 'security.md'),
      page('tools/bench/RESULTS.md', 'bench.md'),
    ],
  },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);
