// The limit: the minimum that a server must do. Read lines, parse, answer, write.
import { type Request, toAnswer } from './limit-answers.ts';

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  let output = '';
  for (const line of lines) {
    const request: Request = JSON.parse(line);
    if (request.id !== undefined) output += `${toAnswer(request)}\n`;
  }
  if (output !== '') process.stdout.write(output);
});
