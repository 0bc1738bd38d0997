// Legend: lists the kinds of files in the treemap with their colours and total sizes.
import type { ComponentChild } from 'preact';
import { KINDS, sizesByKind } from './kinds.ts';
import type { Directory } from './model.ts';
import { bytes } from './table.tsx';

/** Renders the kinds of files below a directory. */
export const Legend = ({ directory }: { readonly directory: Directory }): ComponentChild => {
  const sizes = sizesByKind(directory);
  return (
    <ul class="legend" aria-label="Colors">
      {KINDS.map(
        (kind, at) =>
          (sizes[at] ?? 0) > 0 && (
            <li key={kind}>
              <span class={`swatch hue-${at}`} />
              {`${kind} ${bytes(sizes[at] ?? 0)}`}
            </li>
          ),
      )}
    </ul>
  );
};
