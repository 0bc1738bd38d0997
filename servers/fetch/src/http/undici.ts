// Undici: a separate bundle that is loaded with the first request.
export { buildConnector, Pool, ProxyAgent } from 'undici';
