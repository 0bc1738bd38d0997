// The parts of undici that the server uses, in a bundle of its own: it is loaded with the first request.
export { buildConnector, Pool, ProxyAgent } from 'undici';
