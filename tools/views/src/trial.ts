// Trial: every scene with a live server, for any browser of this machine.
import { readFileSync } from 'node:fs';
import { startBed } from './bed.ts';
import { fileOf, stageScene, type Scene, type Theme } from './scene.ts';
import { scenes } from './scenes.ts';

/** A page that links to all scenes. */
export interface Trial extends AsyncDisposable {
  readonly address: string;
}

const HEAD = `<!doctype html><html lang="en"><title>Pages of the MCP servers</title><style>
  :root { color-scheme: light dark }
  body { font: 16px system-ui, sans-serif; margin: 32px auto; max-width: 1000px; padding: 0 16px }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 24px }
  ul { list-style: none; padding: 0 }
  a { color: inherit }
  img { width: 100%; height: 180px; object-fit: cover; object-position: top left; border: 1px solid GrayText }
</style><main><h1>Pages of the MCP servers</h1>
<p>Hosts show these pages beside the results of tools. Each link starts a server on sample data.</p>`;

const pictureIn = (scene: Scene, theme: Theme): string =>
  `data:image/png;base64,${readFileSync(fileOf(scene, theme), 'base64')}`;

const toItem = (scene: Scene, address: string): string => `<li><a href="${address}"><picture>
  <source media="(prefers-color-scheme: dark)" srcset="${pictureIn(scene, 'dark')}">
  <img alt="" src="${pictureIn(scene, 'light')}"></picture>${scene.title}</a><br>${scene.server}: ${scene.tool}</li>`;

/** Starts the trial. A server starts when its page is opened. Disposing of the trial removes everything. */
export const startTrial = async (): Promise<Trial> => {
  await using stack = new AsyncDisposableStack();
  const bed = stack.use(await startBed());
  const items: string[] = [];
  for (const scene of scenes) items.push(toItem(scene, bed.add(stack.use(await stageScene(scene)).show)));
  const address = bed.serve(`${HEAD}<ul>${items.join('')}</ul></main></html>`);
  const kept = stack.move();
  return { address, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
