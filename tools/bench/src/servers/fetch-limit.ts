// The minimal fetch server: undici and the raw text. No checks, no robots.txt, no Markdown.
import { request } from 'undici';
import { serveMinimal } from '../comparison/minimal-loop.ts';

interface Arguments {
  readonly url: string;
  readonly max_length: number;
}

const cached = new Map<string, string>();

async function load(url: string): Promise<string> {
  const { body } = await request(url);
  return body.text();
}

const toContent = (text: string): object => ({ content: [{ type: 'text', text }] });

serveMinimal<Arguments>({
  fetch: async ({ url }) => toContent(await load(url)),
  repeat: async ({ url, max_length: count }) => {
    const text = cached.get(url) ?? (await load(url));
    cached.set(url, text);
    return toContent(text.slice(0, count));
  },
});
