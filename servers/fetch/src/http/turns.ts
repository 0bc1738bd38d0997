// Places for requests to one site. No client can keep all of them, so that what hangs for one client does not hold up others.

/** All places of a site, and those that one client may have. */
const PLACES = 6;
const SHARE = 4;

interface Waiting {
  readonly client: unknown;
  begin(): void;
}

interface Site {
  readonly running: unknown[];
  readonly queue: Waiting[];
}

/** Who may send a request to which site now. */
export class Turns {
  readonly #sites = new Map<string, Site>();

  /**
   * Waits for a place of the site. What it resolves with gives the place back.
   *
   * @throws the reason of the signal.
   */
  async take(origin: string, client: unknown, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const site = this.#sites.get(origin) ?? { running: [], queue: [] };
    this.#sites.set(origin, site);
    if (mayBegin(site, client)) site.running.push(client);
    else await waitIn(site, client, signal);
    return () => {
      site.running.splice(site.running.indexOf(client), 1);
      const next = site.queue.findIndex((waiting) => mayBegin(site, waiting.client));
      if (next >= 0) site.queue.splice(next, 1)[0]?.begin();
      else if (site.running.length === 0) this.#sites.delete(origin);
    };
  }
}

const mayBegin = ({ running }: Site, client: unknown): boolean =>
  running.length < PLACES && running.filter((other) => other === client).length < SHARE;

const waitIn = ({ running, queue }: Site, client: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      queue.splice(queue.indexOf(waiting), 1);
      reject(signal.reason as Error);
    };
    const waiting: Waiting = {
      client,
      begin: () => {
        signal.removeEventListener('abort', onAbort);
        running.push(client);
        resolve();
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.push(waiting);
  });
