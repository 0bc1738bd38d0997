// The minimum that a server must do: a line, JSON.parse, the raw operation, JSON.stringify, a line. No checks.

type Tools<Arguments> = Readonly<Record<string, (args: Arguments) => object | Promise<object>>>;

interface Request<Arguments> {
  readonly id?: number;
  readonly params: { readonly name?: string; readonly arguments?: Arguments };
}

/** Answers calls of these tools over stdio, and all other requests with an empty result. */
export function serveMinimal<Arguments>(tools: Tools<Arguments>): void {
  const answer = async (line: string): Promise<void> => {
    const { id, params } = JSON.parse(line) as Request<Arguments>;
    if (id === undefined) return;
    const run = tools[params.name ?? ''];
    const outcome = run === undefined || params.arguments === undefined ? {} : run(params.arguments);
    const result = outcome instanceof Promise ? await outcome : outcome;
    process.stdout.write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`));
  };
  let pending = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) void answer(line);
  });
}
