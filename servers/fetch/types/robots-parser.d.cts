// Its own types describe a default export, which the package does not have.
declare function parse(url: string, content: string): parse.Robot;

declare namespace parse {
  interface Robot {
    /** From 1; -1 when no line decides. */
    getMatchingLineNumber(url: string, product: string): number;
    isAllowed(url: string, product: string): boolean | undefined;
    getCrawlDelay(product: string): number | undefined;
    getSitemaps(): string[];
  }
}

export = parse;
