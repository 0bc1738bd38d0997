// bundlePage: bundles the code of a page in `pages` as one script.
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Returns the script, to be embedded in a script element. */
export const bundlePage = async (name: string): Promise<string> => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'pages', `${name}.ts`),
    platform: 'browser',
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code
    .replaceAll(/<\/(?=script)/gi, String.raw`<\/`)
    .replaceAll('<!--', String.raw`\x3c!--`);
};
