// Challenges: the WWW-Authenticate header of RFC 6750, section 3, with resource_metadata of RFC 9728.
/** What a challenge says; members that are undefined are left out. */
export interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  readonly scopes: readonly string[];
  readonly metadataUrl: string;
}

/** The value of the header. Whatever the texts are, it is one legal header of one challenge. */
export function writeChallenge({ error, description, scopes, metadataUrl }: Challenge): string {
  const parameters = [
    ['error', error],
    ['error_description', description],
    ['scope', scopes.length === 0 ? undefined : join(scopes)],
    ['resource_metadata', metadataUrl],
  ] as const;
  const written = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${plain(value)}"`],
  );
  return `Bearer ${written.join(', ')}`;
}

// RFC 6750 allows neither quotes nor backslashes inside of its quoted strings, not even escaped.
function plain(text: string): string {
  return text
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7E]/g, '?')
    .slice(0, MAX_CHALLENGE_CHARACTERS);
}

const MAX_CHALLENGE_CHARACTERS = 4096;

// Whoever reads headers has a limit, and a part of a scope is another scope.
function join([first = '', ...others]: readonly string[]): string {
  let joined = first;
  for (const scope of others) {
    if (joined.length + 1 + scope.length > MAX_CHALLENGE_CHARACTERS) break;
    joined += ` ${scope}`;
  }
  return joined;
}
