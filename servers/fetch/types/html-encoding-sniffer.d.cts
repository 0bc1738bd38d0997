// The package has no types of its own.
declare function sniff(
  body: Uint8Array,
  options: { xml?: boolean; transportLayerEncodingLabel?: string; defaultEncoding?: string },
): string;

export = sniff;
