// A program that runs command lines of a server one after the other in one process, and prints what each printed
// first, as JSON. Its arguments: the program of the server, the path by which that is called, and the command lines,
// as JSON.
const [main = '', script = '', commandLines = ''] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);

const run = (args: readonly string[], index: number): Promise<string> => {
  process.argv = [process.execPath, script, ...args];
  return new Promise((resolve, reject) => {
    process.stdout.write = (text) => {
      resolve(String(text));
      return true;
    };
    // Another address is another module, which runs anew; what it imports is loaded once.
    import(`${main}?${index}`).catch(reject);
  });
};

const printed: string[] = [];
for (const [index, args] of (JSON.parse(commandLines) as string[][]).entries())
  printed.push(await run(args, index));
write(JSON.stringify(printed));
