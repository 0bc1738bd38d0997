// Files of undici that have no types of their own: each exports what the package exports under a name.
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}
declare module 'undici/lib/api/index.js' {
  /** The methods `request`, `connect` and others of a dispatcher. */
  const methods: object;
  export default methods;
}
