// Integration tools: what merge, rebase, cherry-pick and revert have in common.
import { destroys } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { integrate, integrationOutput, type Integration, type IntegrationQuery } from '../write/integrate.ts';
import { gitTool, type Define, type Described } from './frame.ts';
import { dryRunFlag } from './shared.ts';

interface Options extends Omit<Described, 'annotations' | 'outputSchema'> {
  readonly integration: Integration;
  /** What `revision` is, like `Commit to revert`. */
  readonly revision: string;
  /** The verb of the question to the user, like `merging`. */
  readonly verb: string;
}

/** Defines one of these tools. */
export const integrationTool = ({ integration, revision: what, verb, ...tool }: Options): Define =>
  gitTool({
    ...tool,
    annotations: destroys,
    properties: {
      revision: { type: 'string', description: `${what}. Required unless abort or continue is true.` },
      abort: { type: 'boolean', description: `Abort the ${integration.command} in progress.` },
      continue: { type: 'boolean', description: 'Continue when all conflicts are resolved and staged.' },
      ...(integration.preview ? { dry_run: dryRunFlag } : {}),
    },
    outputSchema: integrationOutput,
    needsFiles: true,
    stake: ({ revision = '', abort, continue: goesOn }) => {
      if (abort) return `Give up ${verb} and lose how its conflicts were resolved`;
      return goesOn ? `Go on ${verb}` : `Change the current branch by ${verb} ${named(revision)}`;
    },
    run: (repository, query: IntegrationQuery) => integrate(repository, integration, query),
  });
