// Kinds: classifies files by extension for the treemap's colours.
import { filesBelow, type Directory } from './model.ts';

/** File kinds. The last one is for all other files. */
export const KINDS = ['Code', 'Data', 'Documents', 'Pictures', 'Sound and video', 'Other'] as const;

const ENDS: readonly RegExp[] = [
  /\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kt|swift|[ch](?:pp|c|s)?|cc|php|sh|ps1|sql|css|scss|html?|vue|svelte|lua|r|pl)$/i,
  /\.(?:json[cl5]?|ya?ml|toml|xml|csv|tsv|lock|db|sqlite\d?|parquet|log|env|ini)$/i,
  /\.(?:md|txt|pdf|docx?|odt|rtf|xlsx?|ods|pptx?|odp|epub|ipynb|tex)$/i,
  /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?|heic|psd)$/i,
  /\.(?:mp[34]|wav|flac|ogg|m4a|aac|mov|mkv|avi|webm)$/i,
];

/** Returns the kind of a file as an index into `KINDS`. */
export const kindOf = (name: string): number => {
  const at = ENDS.findIndex((end) => end.test(name));
  return at === -1 ? ENDS.length : at;
};

/** Returns the total bytes below a directory by kind. */
export const sizesByKind = (directory: Directory): number[] => {
  const sizes = KINDS.map(() => 0);
  for (const { name, size } of filesBelow(directory)) {
    const kind = kindOf(name);
    sizes[kind] = (sizes[kind] ?? 0) + size;
  }
  return sizes;
};
