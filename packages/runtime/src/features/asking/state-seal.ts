// StateSeal: encrypts the state of a stateless request, so that the client carries it but cannot read or change it.
import type { ServerRequest } from '../../conversation/request.ts';
import { DefinitionError } from '../../define/errors.ts';
import { callerKey } from '../../jsonrpc/channel.ts';
import { canonicalJson, isObject } from '../../jsonrpc/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import type { NonceStore } from '../../stores/nonce-store.ts';
import { fromBase64Url, toBase64Url } from '../../text/base64.ts';

const VERSION = 'v1.';
const IV_BYTES = 12;
const MAX_STATE_CHARACTERS = 256 * 1024;
const MIN_SECRET_CHARACTERS = 16;
const INFO = new TextEncoder().encode('mcp requestState');

/**
 * AES-256-GCM over the state and its expiry (`ttlMs` after it was sealed). The state opens only for the same server
 * name, revision, method, params and caller until it expires: any number of times, unless it is spent (2026-07-28,
 * basic/patterns/mrtr, "Security").
 */
export class StateSeal {
  readonly #secrets: readonly string[];
  #derived: Promise<readonly CryptoKey[]> | undefined;
  readonly #ttlMs: number;
  readonly #nonces: NonceStore;

  /**
   * The first secret seals, all of them open, so that secrets can be changed without losing state.
   *
   * @throws {DefinitionError} when a secret is short enough to be guessed by a client, which has what it seals.
   */
  constructor(secrets: readonly string[], ttlMs: number, nonces: NonceStore) {
    const short = secrets.find((secret) => secret.length < MIN_SECRET_CHARACTERS);
    if (short !== undefined)
      throw new DefinitionError(
        `a state secret has ${short.length} characters; give one of ${MIN_SECRET_CHARACTERS} or more, for example what "openssl rand -hex 32" prints`,
      );
    this.#ttlMs = ttlMs;
    this.#nonces = nonces;
    this.#secrets = secrets;
  }

  // Keys cost a millisecond to derive; most servers never ask anything.
  get #keys(): Promise<readonly CryptoKey[]> {
    return (this.#derived ??= deriveKeys(this.#secrets));
  }

  /**
   * Uses up opened state, in all processes that share the store. Returns false if it was used before. Its
   * initialization vector identifies it, because it is random and authenticated.
   */
  async consume(text: string): Promise<boolean> {
    const bytes = fromBase64Url(text.slice(VERSION.length)) ?? new Uint8Array();
    return this.#nonces.use(toBase64Url(bytes.subarray(0, IV_BYTES)), this.#ttlMs);
  }

  /** @throws {RpcError} −32602 when the state is too large to travel. */
  async close(request: ServerRequest, state: unknown): Promise<string> {
    const [key] = await this.#keys;
    if (key === undefined) throw new Error('no key');
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify({ state, expires: Date.now() + this.#ttlMs }));
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bindingOf(request) }, key, plain),
    );
    const bytes = new Uint8Array(iv.length + sealed.length);
    bytes.set(iv);
    bytes.set(sealed, iv.length);
    const text = VERSION + toBase64Url(bytes);
    if (text.length > MAX_STATE_CHARACTERS)
      throw invalidParams('the answers so far are too large to go on asking');
    return text;
  }

  /** The state, or undefined when it was changed, is for another request, or has expired. */
  async open(request: ServerRequest, text: unknown): Promise<unknown> {
    if (typeof text !== 'string' || text.length > MAX_STATE_CHARACTERS || !text.startsWith(VERSION))
      return undefined;
    const bytes = fromBase64Url(text.slice(VERSION.length));
    if (bytes === undefined || bytes.length <= IV_BYTES) return undefined;
    for (const key of await this.#keys) {
      const opened = await decrypt(key, bytes, bindingOf(request));
      if (!isObject(opened)) continue;
      return typeof opened['expires'] === 'number' && opened['expires'] > Date.now()
        ? opened['state']
        : undefined;
    }
    return undefined;
  }
}

function deriveKeys(secrets: readonly string[]): Promise<readonly CryptoKey[]> {
  const all = secrets.length > 0 ? secrets : [crypto.randomUUID() + crypto.randomUUID()];
  return Promise.all(all.map(deriveKey));
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: INFO };
  return crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

async function decrypt(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      bytes.subarray(IV_BYTES),
    );
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    // Sealed with another key, or changed: the caller tries the next key or refuses.
    return undefined;
  }
}

function bindingOf({ call, revision, caller, host }: ServerRequest): Uint8Array<ArrayBuffer> {
  const { _meta, requestState: _state, inputResponses: _answers, ...params } = call.params ?? {};
  const whose = caller === undefined ? [] : [callerKey(caller)];
  return new TextEncoder().encode(
    canonicalJson([host.server.info.name, revision, call.method, params, ...whose]),
  );
}
