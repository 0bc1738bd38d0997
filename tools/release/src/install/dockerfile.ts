// The Dockerfile of a server, which holds the packed package and what it depends on, and the file for Docker Compose.
import { argumentsFor, installables, type Installable } from './installable.ts';

/** Where the packed packages are: nothing else of the repository reaches the builder. */
const CONTEXT = 'tools/release/dist/packed';

/** What a server needs beside Node.js, as packages of Debian. */
const PROGRAMS: Readonly<Record<string, string>> = { git: 'bubblewrap ca-certificates git' };

const installPrograms = (id: string): string => {
  const programs = PROGRAMS[id];
  if (programs === undefined) return '';
  return `RUN apt-get update \\
  && apt-get install --yes --no-install-recommends ${programs} \\
  && rm -rf /var/lib/apt/lists/*
`;
};

/** Where the container has what its user wants to share. */
const mounted = ({ input }: Installable): string => (input?.kind === 'file' ? '/data/data.db' : '/data');

const argumentsInside = (server: Installable): string[] => {
  const flag = server.input?.containerFlag;
  return flag === undefined ? argumentsFor(server, mounted(server)) : [flag, mounted(server)];
};

/** The commands that make the image of a server, from the root of the repository. */
const buildCommands = ({ id, manifest }: Installable): string[] => [
  'npx -y pnpm@12 build',
  `npx -y pnpm@12 --filter ${manifest.name} pack --pack-destination "$PWD/${CONTEXT}"`,
  `docker build --file servers/${id}/Dockerfile --tag mcp-server-${id} ${CONTEXT}`,
];

/** The name that `pnpm pack` gives to the archive. */
const archiveOf = ({ manifest }: Installable): string =>
  `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;

/** `Dockerfile` of a server. */
export const dockerfile = (server: Installable): string => {
  const { id, manifest } = server;
  const volume = server.input === undefined ? '' : ' --volume "$PWD:/data"';
  const args = JSON.stringify(argumentsInside(server)).replaceAll(',', ', ');
  const commands = buildCommands(server).map((command) => `#   ${command}`);
  return `# Made by \`pnpm install:files\`. From the root of the repository:
${commands.join('\n')}
#   docker run --interactive --rm --user "$(id -u):$(id -g)"${volume} mcp-server-${id}
FROM node:24-slim AS packed
COPY ${archiveOf(server)} /
RUN tar -xzf /${archiveOf(server)}

FROM node:24-slim
${installPrograms(id)}WORKDIR /app
# Dependencies are a layer of their own: it is made anew when the manifest changes, not with every build of the server.
COPY --from=packed /package/package.json ./
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY --from=packed /package ./
USER node
WORKDIR /data
ENTRYPOINT ["node", "/app/${manifest.bin?.[`mcp-server-${id}`] ?? ''}"]
CMD ${args}
`;
};

const HTTP = ['--transport', 'http', '--host', '0.0.0.0', '--allowed-hosts', 'localhost,127.0.0.1'];
const TOKEN = ['--auth-token-env', 'MCP_TOKEN'];
/** The port on this machine of the first server; the others follow. */
const FIRST_PORT = 3001;

const service = (server: Installable, index: number): string => {
  const { id, input } = server;
  const command = [...HTTP, ...TOKEN, ...argumentsInside(server)].map((word) => `      - '${word}'`);
  const volumes = input === undefined ? '' : `    volumes: ['\${MCP_FOLDER:?the folder to share}:/data']\n`;
  return `  ${id}:
    image: mcp-server-${id}
    build:
      context: dist/packed
      dockerfile: ../../../../servers/${id}/Dockerfile
    user: '\${MCP_USER:?the ids of the user and the group that own the folder, like 1000:1000}'
    environment: [MCP_TOKEN]
    ports: ['127.0.0.1:${FIRST_PORT + index}:3000']
${volumes}    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    command:
${command.join('\n')}
`;
};

/** `compose.yaml`: every server over HTTP, for clients of this machine that know the token. */
export const composeFile =
  (): string => `# Made by \`pnpm install:files\`. The guide says how to use it: tools/site/guide/docker-and-http.md
name: mcp
services:
${installables.map(service).join('\n')}`;
