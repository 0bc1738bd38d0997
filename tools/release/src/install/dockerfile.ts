// The Dockerfile of a server: built from the sources of this repository, installed as npm installs the package.
import { argumentsFor, type Installable } from './installable.ts';

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

/** `Dockerfile` of a server. */
export const dockerfile = (server: Installable): string => {
  const { id, manifest } = server;
  const volume = server.input === undefined ? '' : ' --volume "$PWD:/data"';
  const args = JSON.stringify(argumentsInside(server)).replaceAll(',', ', ');
  return `# Made by \`pnpm install:files\`. From the root of the repository:
#   docker build --file servers/${id}/Dockerfile --tag mcp-server-${id} .
#   docker run --interactive --rm --user "$(id -u):$(id -g)"${volume} mcp-server-${id}
FROM node:24-slim AS build
WORKDIR /repository
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile --filter "${manifest.name}..." \\
  && npx -y pnpm@12 --filter ${manifest.name} run build \\
  && npx -y pnpm@12 --filter ${manifest.name} pack --pack-destination /packed \\
  && npm install --prefix /app --ignore-scripts --no-audit --no-fund /packed/*.tgz

FROM node:24-slim
${installPrograms(id)}COPY --from=build /app /app
USER node
WORKDIR /data
ENTRYPOINT ["node", "/app/node_modules/${manifest.name}/${manifest.bin?.[`mcp-server-${id}`] ?? ''}"]
CMD ${args}
`;
};
