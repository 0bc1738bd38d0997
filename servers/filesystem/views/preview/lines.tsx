// Lines: shows text with line numbers.
import { Find, useWindow, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { cut } from './cut.ts';

/** Row height in pixels, as in preview.css. */
const HEIGHT = 18;
const MOST_CHARACTERS = 2000;

interface LinesProps {
  readonly text: string;
  /** Number of the first line. */
  readonly line: number | undefined;
  readonly name: string;
}

/** Renders the visible lines. */
export const Lines = ({ text, line, name }: LinesProps): ComponentChild => {
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r?\n/), [text]);
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(frame, lines.length, HEIGHT);
  const digits = String((line ?? 1) + lines.length).length;
  return (
    <>
      <Find frame={frame} rows={lines} height={HEIGHT} />
      <div class="frame lines" ref={frame} tabIndex={0} role="region" aria-label={`Text of ${visible(name)}`}>
        <div style={{ height: `${lines.length * HEIGHT}px` }}>
          <div style={{ transform: `translateY(${from * HEIGHT}px)` }}>
            {lines.slice(from, to).map((content, at) => (
              <div key={from + at} class="line">
                {line !== undefined && (
                  <span class="number" style={{ width: `${digits + 2}ch` }}>
                    {line + from + at}
                  </span>
                )}
                <bdi>{cut(content, MOST_CHARACTERS)}</bdi>
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
};
