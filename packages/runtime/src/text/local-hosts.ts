// The names of this machine.

/** Host names of this machine as `URL` writes them. `http:` is safe for these only. */
export const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
