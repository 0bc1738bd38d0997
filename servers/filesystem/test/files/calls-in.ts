// Server for one directory: makes the given calls and prints the text of each answer.
import { call, serve, textOf } from '../setup.ts';

const [root = '', json = '[]'] = process.argv.slice(2);
const data = process.env['XDG_DATA_HOME'];
const server = serve([root]);
process.env['XDG_DATA_HOME'] = data;
const answers: string[] = [];
for (const [tool, args] of JSON.parse(json) as [string, object][])
  answers.push(textOf(await call(server, tool, args)));
process.stdout.write(JSON.stringify(answers));
process.exit();
