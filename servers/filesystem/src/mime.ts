// MIME types by file name, for the formats that people keep among their files.
import { extname } from 'node:path';

const TYPES: { readonly [type: string]: string } = {
  'application/gzip': 'gz tgz',
  'application/json': 'json map webmanifest',
  'application/pdf': 'pdf',
  'application/toml': 'toml',
  'application/wasm': 'wasm',
  'application/xml': 'xml xsd xsl',
  'application/yaml': 'yaml yml',
  'application/zip': 'zip',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'font/woff2': 'woff2',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/javascript': 'js mjs cjs',
  'text/markdown': 'md markdown',
  'text/plain': 'txt log',
  'text/tab-separated-values': 'tsv',
  'text/x-c': 'c h',
  'text/x-c++': 'cc cpp cxx hpp',
  'text/x-go': 'go',
  'text/x-java': 'java',
  'text/x-python': 'py pyi',
  'text/x-rust': 'rs',
  'text/x-shellscript': 'sh bash zsh',
  'text/x-typescript': 'ts mts cts tsx',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

let byExtension: Map<string, string> | undefined;

/** The MIME type of a file by its name; undefined when that says nothing. */
export const mimeTypeOf = (name: string): string | undefined => {
  byExtension ??= new Map(
    Object.entries(TYPES).flatMap(([type, extensions]) =>
      extensions.split(' ').map((extension) => [extension, type]),
    ),
  );
  const extension = extname(name).slice(1).toLowerCase();
  return byExtension.get(extension);
};

/** The MIME type of a file by its name; by its content, text or not, when the name says nothing. */
export const mimeType = (name: string, isText: boolean): string =>
  mimeTypeOf(name) ?? (isText ? 'text/plain' : 'application/octet-stream');
