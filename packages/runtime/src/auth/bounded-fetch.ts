// fetch with bounds: a time-out over the whole response, a size limit, no redirects.
const MAX_BYTES = 256 * 1024;

/** Milliseconds that an authorization server has for an answer, unless the options of a verifier say otherwise. */
export const FETCH_TIMEOUT_MS = 5000;

/**
 * Fetches at most 256 KiB and resolves with the complete response. Redirects are not followed.
 *
 * @throws {Error} when it takes longer than `timeoutMs`, is longer, or cannot be fetched.
 */
export async function boundedFetch(
  url: URL | string,
  timeoutMs: number,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await readText(response);
  // A Response with such a status must not have a body.
  const isEmpty = [101, 204, 205, 304].includes(response.status) || text === '';
  return new Response(isEmpty ? null : text, { status: response.status || 502 });
}

/**
 * Fetches a JSON document.
 *
 * @throws {Error} like `boundedFetch`, and when the status is not 200 or the body is not JSON.
 */
export async function fetchJson(
  url: URL | string,
  timeoutMs: number,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await boundedFetch(url, timeoutMs, init);
  if (response.status !== 200)
    throw new Error(`${withoutQuery(url)} answered with status ${response.status}`);
  try {
    return await response.json();
  } catch {
    throw new Error(`${withoutQuery(url)} did not answer with JSON`);
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${withoutQuery(response.url)} sent more than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function withoutQuery(url: URL | string): string {
  return String(url).split('?', 1)[0] ?? '';
}
