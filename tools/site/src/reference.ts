// The reference of the runtime's exports, from their docstrings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { root } from './pages.ts';

const runtime = join(root, 'packages/runtime');

/** Writes a page for each entry point, and the list of the sidebar as `typedoc-sidebar.json`. */
export const writeReference = async (folder: string): Promise<void> => {
  const { exports } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  const names = Object.keys(exports).filter((name) => name !== './package.json');
  const app = await Application.bootstrapWithPlugins({
    entryPoints: names.map((name) =>
      join(runtime, 'src', `${name === '.' ? 'index' : name.slice(2).replace('/', '-')}.ts`),
    ),
    tsconfig: join(runtime, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
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
