// A process of its own, as far as sessions go: a server, an endpoint, a connection to stores that all nodes share.
import type { HttpServeOptions, HttpServing } from '../../src/transports/http/serve.ts';
import { RemoteStores } from '../stores/remote.ts';
import { serving, Session } from './client.ts';
import { fixture, type Fixture } from './fixture.ts';

/** What a test has of a node. */
export interface SharedNode extends AsyncDisposable {
  readonly http: HttpServing;
  readonly own: Fixture;
}

/** Starts a node with the stores at a port. */
export async function startNode(storesPort: number, options: HttpServeOptions = {}): Promise<SharedNode> {
  const remote = new RemoteStores(storesPort);
  const { sessions, replay, bus } = remote;
  const own = fixture({ stores: { bus } });
  const http = await serving(own.server, { ...options, stores: { sessions, replay, bus } });
  const end = async (): Promise<void> => {
    await http.close(0);
    remote[Symbol.dispose]();
  };
  return { http, own, [Symbol.asyncDispose]: end };
}

/** The same client at another node. */
export function at(session: Session, node: SharedNode): Session {
  return new Session(node.http.url, session.headers);
}
