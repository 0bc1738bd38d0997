// The longest URL that is fetched, or shown as a link to fetch.

/** In characters. */
export const MAX_URL_LENGTH = 8192;
