// The memo of insights: kept as long as the server runs.

/** Insights in the order in which they came. */
export class Insights {
  readonly #insights: string[] = [];
  readonly #watchers = new Set<() => void>();

  get count(): number {
    return this.#insights.length;
  }

  add(insight: string): void {
    this.#insights.push(insight);
    for (const updated of this.#watchers) updated();
  }

  /** Calls back after each insight, until what is returned is called. */
  watch(updated: () => void): () => void {
    this.#watchers.add(updated);
    return () => this.#watchers.delete(updated);
  }

  /** The memo, in the words of the official server. */
  memo(): string {
    if (this.#insights.length === 0) return 'No business insights have been discovered yet.';
    const list = this.#insights.map((insight) => `- ${insight}`).join('\n');
    const summary =
      this.#insights.length === 1
        ? ''
        : `\nSummary:\nAnalysis has revealed ${this.#insights.length} key business insights that suggest opportunities for strategic optimization and growth.`;
    return `📊 Business Intelligence Memo 📊\n\nKey Insights Discovered:\n\n${list}${summary}`;
  }
}
