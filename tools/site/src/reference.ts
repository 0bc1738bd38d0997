// The reference of the runtime's exports, from their docstrings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { root } from './pages.ts';

/** The sources of the entry points of a package. */
const entriesOf = (folder: string): string[] => {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  return Object.values(exports).map((source) => join(root, folder, source));
};

/** Writes a page for each entry point, and the list of the sidebar as `typedoc-sidebar.json`. */
export const writeReference = async (folder: string): Promise<void> => {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...entriesOf('packages/runtime'), ...entriesOf('packages/command-line')],
    tsconfig: join(root, 'packages/command-line/tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    entryFileName: 'index',
    name: 'Reference',
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    logLevel: 'Warn',
    validation: { invalidLink: true, notExported: false, notDocumented: false },
    router: 'module',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
  const project = await app.convert();
  if (project === undefined) throw new Error('typedoc could not read the sources of the runtime');
  await app.generateOutputs(project);
};
