// A web page in the reader of the fetch server.
import type { Scene } from '../scene.ts';
import { startSite } from './site.ts';

const TIDES = `<!doctype html><html lang="en"><title>Tides of the Channel</title>
<nav><a href="/">Home</a> <a href="/charts">Charts</a></nav>
<article><h1>Tides of the Channel</h1>
<p>High water comes about fifty minutes later each day, because the Moon goes on along its way while the Earth turns.
<strong>Spring tides</strong> come two days after the full and the new Moon.</p>
<h2>High water in March</h2>
<table><thead><tr><th>Place<th>First<th>Second<th>Range</thead>
<tr><td>Brest<td>06:12<td>18:35<td>5.9 m<tr><td>Saint-Malo<td>08:31<td>20:52<td>10.7 m
<tr><td>Dover<td>01:14<td>13:37<td>5.4 m</table>
<h2>How they are computed</h2>
<p>A tide is a sum of waves, each with the period of something in the sky:</p>
<pre><code>height = mean + sum(amplitude * cos(speed * hours - phase))</code></pre>
<h3>The largest waves</h3>
<ul><li>M<sub>2</sub>, twice in a lunar day<li>S<sub>2</sub>, twice in a solar day<li>K<sub>1</sub>, once in a day of the stars</ul>
<h2>Further reading</h2>
<p>The <a href="http://almanac.example/tides">almanac</a> has tables for <em>every</em> port.
<img src="/map.png" alt="A map of the ports of the Channel"></p>
</article></html>`;

export const fetchReader: Scene = {
  server: 'fetch',
  view: 'reader',
  title: 'A page with its outline',
  tool: 'fetch',
  args: { url: 'http://tides.example/channel' },
  prepare: async () => {
    const { proxy, end } = await startSite({ 'http://tides.example/channel': TIDES });
    // If all addresses are allowed, the proxy resolves the names.
    return { args: ['--allow-cidr', '0.0.0.0/0,::/0', '--proxy-url', proxy], end };
  },
  act: (view) => view.getByRole('heading', { name: 'Further reading' }).waitFor(),
};
