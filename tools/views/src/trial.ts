// A trial: every scene with a live server, to be opened in any browser of this machine.
import { startBed } from './bed.ts';
import { stageScene, type Staged } from './scene.ts';
import { scenes } from './scenes.ts';

/** Pages that can be opened, by what they show. */
export interface Trial extends AsyncDisposable {
  readonly addresses: { readonly [what: string]: string };
}

/** Starts the trial. The servers begin when their pages are opened; all is gone with the trial. */
export const startTrial = async (): Promise<Trial> => {
  await using stack = new AsyncDisposableStack();
  const shows: [title: string, show: Staged['show']][] = [];
  for (const scene of scenes) shows.push([scene.title, stack.use(await stageScene(scene)).show]);
  const bed = stack.use(await startBed());
  const addresses = Object.fromEntries(shows.map(([title, show]) => [title, bed.add(show)]));
  const kept = stack.move();
  return { addresses, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
