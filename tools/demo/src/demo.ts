// The demonstration behind `pnpm demo`. A stub until the servers are in place.
process.stdout.write(`The demo runs on Node ${process.version}.\n`);
