// `pnpm numbers [file…]`: prints every number in the prose of the documents, to be read before a release.
import { documents, numbersIn } from './numbers.ts';

const wanted = process.argv.slice(2);
const found = documents
  .filter(({ path }) => wanted.length === 0 || wanted.includes(path))
  .flatMap(({ path, text }) => numbersIn(path, text));
for (const { path, line, number, text } of found)
  process.stdout.write(`${path}:${line}  ${number}  | ${text.slice(0, 120)}\n`);
process.stdout.write(`${found.length} numbers\n`);
