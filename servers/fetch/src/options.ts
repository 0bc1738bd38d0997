// Options: the flags of the command line, checked and with defaults.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import {
  readDirectory,
  readMaxOutputBytes,
  UsageError,
  type CommandInput,
  type Flags,
} from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { readFlagFile } from './flag-file.ts';
import type { Network, PolicyOptions } from './guard/policy.ts';
import { readCookieFile } from './http/cookies.ts';
import { canonicalDomain, readHeaderFile } from './http/header-profiles.ts';
import { parseProxy } from './http/proxy.ts';

/** The settings of the server. */
export type Options = Readonly<ReturnType<typeof readOptions>>;

export const flags = {
  'user-agent': {
    type: 'string',
    placeholder: 'text',
    description: 'User-Agent header to send instead of the default',
  },
  'ignore-robots-txt': { type: 'boolean', description: 'Also fetch pages that robots.txt disallows' },
  'proxy-url': {
    type: 'string',
    placeholder: 'url',
    description: 'HTTP proxy for all connections; default from HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
  },
  'allow-cidr': {
    type: 'string',
    multiple: true,
    placeholder: 'network,…',
    description:
      'Networks to allow in addition to public ones, like 10.1.0.0/16; 0.0.0.0/0,::/0 for all addresses',
  },
  'allow-domain': {
    type: 'string',
    multiple: true,
    placeholder: 'domain,…',
    description: 'Fetch only from these domains and their subdomains',
  },
  'deny-domain': {
    type: 'string',
    multiple: true,
    placeholder: 'domain,…',
    description: 'Never fetch from these domains and their subdomains',
  },
  'header-file': {
    type: 'string',
    placeholder: 'file',
    isPath: true,
    description: 'JSON file with headers by domain, like {"api.example.com": {"authorization": "…"}}',
  },
  'cookie-file': {
    type: 'string',
    placeholder: 'file',
    isPath: true,
    description: 'Cookies to send, in the file format of curl and browsers',
  },
  timeout: {
    type: 'number',
    default: 30,
    placeholder: 'seconds',
    description: 'Time limit for one request; 0 for none',
  },
  'ca-file': {
    type: 'string',
    placeholder: 'file',
    isPath: true,
    description: 'Certificates (PEM) to trust in addition to those of Node.js',
  },
  'save-dir': {
    type: 'string',
    isPath: true,
    placeholder: 'directory',
    description: 'Let fetch save files in this directory',
  },
  confirm: {
    type: 'string',
    multiple: true,
    values: ['robots'],
    placeholder: 'what,…',
    description: 'Ask the user before fetching what robots.txt disallows, instead of refusing',
  },
} as const satisfies Flags;

type Input = CommandInput<typeof flags> & {
  readonly flags: { readonly 'max-output-bytes': number; readonly 'read-only': boolean };
};

interface Manifest {
  readonly version: string;
  readonly repository?: { readonly url: string };
}

// Names the repository, so that a site can look up who fetches.
const agent = (mode: string, { repository }: Manifest): string => {
  const about = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return `ModelContextProtocol/1.0 (${about === undefined ? mode : `${mode}; +${about}`})`;
};

/** The fetcher times out shortly before the call does, so that the answer is its own message. */
const TIMEOUT_SHARE = 0.9;
const ONE_SECOND = 1000;
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Reads the options and the files that they name.
 *
 * @throws {UsageError} if a value or a file is not valid.
 */
export const readOptions = ({ positionals, flags: values }: Input) => {
  if (positionals.length > 0)
    throw new UsageError(`"${positionals[0]}": unexpected argument; this server takes flags only`);
  const userAgent = values['user-agent'];
  if (userAgent !== undefined && !/^[\x20-\x7e]+$/.test(userAgent))
    throw new UsageError('--user-agent must be one line of ASCII');
  return {
    policy: {
      allowNetworks: values['allow-cidr'].map(toNetwork),
      allowDomains: values['allow-domain'].map(toDomain),
      denyDomains: values['deny-domain'].map(toDomain),
    } satisfies PolicyOptions,
    /** For fetches that the model decides, and for those of the user. */
    userAgent: userAgent ?? agent('Autonomous', manifest),
    userAgentOfUser: userAgent ?? agent('User-Specified', manifest),
    ignoreRobots: values['ignore-robots-txt'],
    /** For all connections. Undefined for the proxies of the environment. */
    proxy: toProxy(values['proxy-url']),
    /** Certificates in PEM, in addition to those of Node.js. */
    ca: readCertificates(values['ca-file']),
    profiles: readHeaderFile(values['header-file']),
    cookies: readCookieFile(values['cookie-file']),
    timeoutMs: Math.min(
      values.timeout === 0 ? Infinity : values.timeout * ONE_SECOND * TIMEOUT_SHARE,
      MAX_TIMEOUT_MS,
    ),
    /** Maximum size of the text of a tool result. */
    maxOutputBytes: readMaxOutputBytes(values),
    /** The real path of the directory for saved files. Undefined if saving is off. */
    saveDirectory: values['read-only'] ? undefined : readDirectory(values['save-dir']),
    /** Whether to ask the user about what robots.txt forbids. */
    asksConsent: values.confirm.includes('robots'),
  };
};

const toNetwork = (given: string): Network => {
  const [text = '', length, ...rest] = given.split('/');
  const url = `http://${isIPv6(text) ? `[${text}]` : text}/`;
  const host = isIP(text) !== 0 && URL.canParse(url) ? new URL(url).hostname : '';
  if (host === '' || host.startsWith('[::ffff:') || rest.length > 0)
    throw new UsageError(`--allow-cidr: "${given}" is not a network; write it like 10.1.0.0/16 or fd00::/8`);
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const most = isIPv4(address) ? 32 : 128;
  const prefix = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  if (prefix > most) throw new UsageError(`--allow-cidr: the length in "${given}" must be 0 to ${most}`);
  return { address, prefix };
};

const toDomain = (given: string): string => {
  const domain = canonicalDomain(given.replace(/^\*?\./, '').replace(/\.$/, ''));
  if (domain === undefined) throw new UsageError(`"${given}" is not a domain; write it like example.com`);
  return domain;
};

const toProxy = (given: string | undefined): URL | undefined => {
  const url = given === undefined ? undefined : parseProxy(given);
  if (url !== undefined || given === undefined) return url;
  // Without the value, which may contain a password.
  throw new UsageError('--proxy-url must be like http://proxy.example.com:8080');
};

const readCertificates = (path: string | undefined): readonly string[] | undefined => {
  if (path === undefined) return undefined;
  const content = readFlagFile('--ca-file', path);
  if (content.includes('-----BEGIN CERTIFICATE-----')) return [content];
  throw new UsageError(`--ca-file ${path} has no certificate in PEM`);
};
