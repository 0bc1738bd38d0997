// The host: calls a tool with the official client and shows its page with the official AppBridge.
import { Client } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { PipeTransport } from './pipe.ts';

/** The content to show; the server of this host writes it into the page. */
interface Setup {
  readonly pipe: string;
  readonly sandbox: string;
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  readonly title: string;
  readonly theme?: Theme;
}

type Theme = 'light' | 'dark';

const setup = JSON.parse(document.querySelector('#setup')?.textContent ?? '{}') as Setup;
const info = { name: 'views', version: '1.0.0' };
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

const isSystemDark = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (isSystemDark.matches ? 'dark' : 'light');

const write = (selector: string, text: string): void => {
  const element = document.querySelector(selector);
  if (element !== null) element.textContent = text;
};

/** Sets the state that tests wait for: `shown`, or `failed` with the reason. */
const finish = (state: string): void => {
  document.documentElement.dataset['state'] = state;
};

interface Content {
  readonly text?: string;
  readonly _meta?: { readonly ui?: { readonly csp?: object; readonly permissions?: object } };
}

const readPage = async (client: Client): Promise<Content> => {
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => name === setup.tool);
  const uri = tool === undefined ? undefined : getToolUiResourceUri(tool);
  if (uri === undefined) throw new Error(`${setup.tool} has no page`);
  const { contents } = await client.readResource({ uri });
  return contents[0] as Content;
};

const policyOf = ({ _meta: meta }: Content): string =>
  encodeURIComponent(JSON.stringify(meta?.ui?.csp ?? {}));

const show = async (client: Client, frame: HTMLIFrameElement): Promise<void> => {
  const page = await readPage(client);
  const capabilities = { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} };
  const { theme = systemTheme() } = setup;
  const hostContext = { theme, displayMode: 'inline' as const };
  const bridge = new AppBridge(client, info, capabilities, { hostContext });
  const ready = new Promise<void>((resolve) => (bridge.onsandboxready = () => resolve()));
  const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()));
  bridge.onopenlink = ({ url }) => {
    window.open(url, '_blank', 'noopener,noreferrer');
    return Promise.resolve({});
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  // Before the frame loads, so that its first message is received.
  const view = frame.contentWindow;
  if (view === null) throw new Error('The frame has no window');
  await bridge.connect(new PostMessageTransport(view, view));
  frame.src = `${setup.sandbox}?csp=${policyOf(page)}`;
  await ready;
  await bridge.sendSandboxResourceReady({ html: page.text ?? '' });
  await initialized;
  await bridge.sendToolInput({ arguments: setup.args });
  const result = await client.callTool({ name: setup.tool, arguments: setup.args });
  await bridge.sendToolResult(result);
  const setTheme = (next: Theme): void => {
    document.documentElement.dataset['theme'] = next;
    bridge.setHostContext({ ...hostContext, theme: next });
  };
  document.querySelector('#theme')?.addEventListener('click', () => {
    setTheme(document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark');
  });
  isSystemDark.addEventListener('change', () => setTheme(systemTheme()));
  finish('shown');
};

const main = async (): Promise<void> => {
  document.documentElement.dataset['theme'] = setup.theme ?? systemTheme();
  write('title', setup.title);
  write('h1', setup.title);
  write('#said', `${setup.tool} ${JSON.stringify(setup.args)}`);
  const client = new Client(info, { capabilities: { extensions: UI } });
  await client.connect(new PipeTransport(setup.pipe));
  const frame = document.querySelector('iframe');
  if (frame !== null) await show(client, frame);
};

main().catch((error: unknown) => {
  write('#said', String(error));
  finish(`failed: ${String(error)}`);
});
