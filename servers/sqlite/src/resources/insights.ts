// memo://insights: the insights of the model, kept as long as the server runs, with updates.
import { defineResource, type Resource } from '@mcp/runtime';
import { insightIcon } from '../icons.ts';

/** Insights in the order in which they came. */
export class Insights {
  readonly #insights: string[] = [];
  readonly #watchers = new Set<() => void>();

  /** Returns how many there are. */
  add(insight: string): number {
    const count = this.#insights.push(insight);
    for (const updated of this.#watchers) updated();
    return count;
  }

  /** Calls back after each insight, until what is returned is called. */
  watch(updated: () => void): () => void {
    this.#watchers.add(updated);
    return () => this.#watchers.delete(updated);
  }

  /** The memo, in the words of the official server. */
  memo(): string {
    const { length } = this.#insights;
    if (length === 0) return 'No business insights have been discovered yet.';
    const list = this.#insights.map((insight) => `- ${insight}`).join('\n');
    const summary = `\nSummary:\nAnalysis has revealed ${length} key business insights that suggest opportunities for strategic optimization and growth.`;
    return `📊 Business Intelligence Memo 📊\n\nKey Insights Discovered:\n\n${list}${length === 1 ? '' : summary}`;
  }
}

export const insightsResource = (insights: Insights): Resource =>
  defineResource({
    uri: 'memo://insights',
    name: 'Business Insights Memo',
    title: 'Business insights memo',
    description: 'A living document of discovered business insights',
    mimeType: 'text/plain',
    icons: insightIcon,
    read: () => insights.memo(),
    watch: (updated) => insights.watch(updated),
  });
