// One response, whole and decoded.

/** What came back from a URL. */
export interface HttpResponse {
  /** Where it came from, after all redirects. */
  readonly url: URL;
  readonly status: number;
  /** Lower-case names; of repeated headers the values with commas. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** The URLs that led here, in order, without the last. */
  readonly redirects: readonly string[];
}

/** The media type without parameters, in lower case: `text/html`. Empty when there is none. */
export const mediaType = ({ headers }: Pick<HttpResponse, 'headers'>): string =>
  (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
