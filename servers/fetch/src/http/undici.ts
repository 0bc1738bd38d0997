// What is used of undici, in a bundle of its own: it is loaded with the first request.
export { buildConnector, Pool, ProxyAgent } from 'undici';
