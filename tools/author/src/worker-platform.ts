// A worker platform: bundles a module, and runs it where only web APIs exist.
import vm from 'node:vm';
import { build } from 'esbuild';

/** The globals of a worker. */
const WEB = [
  'AbortController AbortSignal Blob ByteLengthQueuingStrategy CountQueuingStrategy DOMException Event EventTarget Headers ReadableStream Request Response',
  'TextDecoder TextDecoderStream TextEncoder TransformStream URL URLSearchParams WritableStream atob btoa clearInterval',
  'clearTimeout console crypto fetch performance queueMicrotask setInterval setTimeout structuredClone',
].flatMap((line) => line.split(' '));

/** The exports of the module at `file`. A module of Node.js in it fails the build, a global of Node.js its run. */
export const loadWorker = async (
  file: string,
): Promise<{ readonly fetch: (request: Request) => Promise<Response> }> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'worker',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'import'],
  });
  const web = Object.fromEntries(WEB.map((name) => [name, Reflect.get(globalThis, name) as unknown]));
  const context = vm.createContext(web);
  vm.runInContext(outputFiles[0]?.text ?? '', context);
  return vm.runInContext('worker', context) as { fetch(request: Request): Promise<Response> };
};
