// `create-server`, which `npm create` runs: creates the project of a new server.
import { relative } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { checkout, packInto } from './checkout.ts';
import { help, parseCommandLine } from './command-line.ts';
import { writeProject } from './project.ts';
import { askQuestions } from './questions.ts';
import { WrongInputError } from './wrong-input.ts';

/** Returns the package manager that started this program. */
const packageManager = (): string => /^\w+/.exec(process.env['npm_config_user_agent'] ?? '')?.[0] ?? 'npm';

const nextSteps = (folder: string): string => {
  const manager = packageManager();
  return `
Next:
  cd ${relative('', folder)}
  ${manager} install
  ${manager} test
  ${manager} start -- --print-config claude   what to paste into a host; --help lists the others

Start reading at src/server.ts.
`;
};

const FROM_CHECKOUT = `
The runtime in vendor is from this checkout. Once it is on npm, write its version into package.json.
`;

const main = async (): Promise<void> => {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine.help) {
    process.stdout.write(help);
    return;
  }
  if (commandLine.version) {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  const asks = process.stdin.isTTY && process.stdout.isTTY && !commandLine.yes;
  const project = asks ? await askQuestions(commandLine) : commandLine;
  if (project === undefined) {
    process.exitCode = 1;
    return;
  }
  // A missing name is reported before a checkout that is not built.
  const source = commandLine.fromNpm || project.name === undefined ? undefined : checkout();
  const { folder, files } = writeProject(project);
  const packed = source === undefined ? [] : packInto(folder, source);
  const written = [...files, ...packed].map((file) => `  ${file}\n`).join('');
  const where = packed.length === 0 ? '' : FROM_CHECKOUT;
  process.stdout.write(`${folder}\n${written}${where}${nextSteps(folder)}`);
};

main().catch((error: unknown) => {
  if (!(error instanceof WrongInputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
