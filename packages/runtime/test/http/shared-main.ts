// A server in a process of its own that shares its sessions by the stores at STORES_PORT. Tells its URL to the parent.
import { serveHttp } from '../../src/transports/http/serve.ts';
import { RemoteStores } from '../stores/remote.ts';
import { fixture } from './fixture.ts';

const { sessions, replay, bus } = new RemoteStores(Number(process.env['STORES_PORT']));
const { server } = fixture({ stores: { bus } });
const { url } = await serveHttp(server, { stores: { sessions, replay, bus } });
process.send?.(url);
process.on('disconnect', () => process.exit(0));
