// Resumption: a call that sends many events, a connection that breaks in the middle, and a client that comes back.
import { eventCount } from '../../variants/http/emission.ts';
import { resultOf } from '../client/check-answers.ts';
import { HttpClient } from '../client/http-client.ts';
import { HttpServer } from '../client/http-server.ts';
import { Batch } from '../client/messages.ts';
import type { HttpAnswer, SentEvent } from '../client/response-reader.ts';
import { eventsIn } from '../client/response-reader.ts';
import type { Section } from '../report/section.ts';
import type { Lane } from '../variants.ts';
import { launchOf } from '../variants.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

/** The lanes whose fixture servers can send events and have a store for them. */
const lanes = ['ours legacy', 'official-v1 legacy'];
const dropAfter = eventCount / 4;
const columns = ['replay', 'lost', 'twice', 'out of order'];

interface Replay {
  readonly milliseconds: number;
  readonly lost: number;
  readonly twice: number;
  readonly misplaced: number;
}

export async function measureHttpResume(plan: Plan): Promise<Section> {
  const samples = new Samples();
  const chosen = plan.lanes.filter(({ name }) => lanes.includes(name));
  for (let run = -1; run < plan.effort.resumeRuns; run += 1) {
    for (const lane of chosen) {
      await plan.attempt(lane.name, async () => {
        const { milliseconds, lost, twice, misplaced } = await replayOnce(lane);
        if (run < 0) return;
        samples.add(lane.name, 'replay', milliseconds);
        samples.add(lane.name, 'lost', lost);
        samples.add(lane.name, 'twice', twice);
        samples.add(lane.name, 'out of order', misplaced);
      });
    }
  }
  const title = `HTTP: ${eventCount} events, connection lost after ${dropAfter}: milliseconds of the replay, events`;
  return {
    name: 'http-resume',
    tables: [toTable({ title, unit: '', columns }, lanes, (lane, column) => samples.get(lane, column))],
    aims: [],
  };
}

async function replayOnce(lane: Lane): Promise<Replay> {
  const { args } = launchOf(lane);
  const server = await HttpServer.start({ args: [...args, '--events'] });
  const client = await HttpClient.open(server.port, lane);
  try {
    const first = eventsIn(
      (await callTool(client, 'emit', (answer) => dataIn(answer).length >= dropAfter)).body,
    );
    await client.reconnect();
    await callTool(client, 'await_emission', hasAnswer);
    await client.reconnect();
    const start = performance.now();
    const rest = await client.listen(first.at(-1)?.id, hasAnswer);
    const milliseconds = performance.now() - start;
    return { milliseconds, ...compare([...first, ...eventsIn(rest.body)]) };
  } finally {
    await client.close();
    await server.close();
  }
}

async function callTool(
  client: HttpClient,
  name: string,
  isEnough: (answer: HttpAnswer) => boolean,
): Promise<HttpAnswer> {
  const request = { method: 'tools/call', params: { name, arguments: {} } };
  const skip = name === 'emit' ? 0 : 1;
  const body = new Batch('legacy', request, { count: 1, skip }).lines(0, 1);
  const answer = await client.begin(client.head(request, body.length), body, isEnough);
  if (answer.status !== 200) throw new Error(`Status ${answer.status}: ${answer.body}`);
  return answer;
}

function hasAnswer({ body }: HttpAnswer): boolean {
  return body.includes('"result"');
}

function dataIn({ body }: HttpAnswer): readonly number[] {
  return numbersOf(eventsIn(body));
}

function numbersOf(events: readonly SentEvent[]): readonly number[] {
  return events
    .filter(({ data }) => data.includes('"notifications/message"'))
    .map(({ data }) => {
      const { params }: { params: { data: number } } = JSON.parse(data);
      return params.data;
    });
}

/** The answer has to come last, and nothing but events before it. */
function compare(events: readonly SentEvent[]): Omit<Replay, 'milliseconds'> {
  resultOf(events.at(-1)?.data ?? '', 'legacy');
  const numbers = numbersOf(events);
  const distinct = new Set(numbers).size;
  const misplaced = numbers.filter((number, index) => number < (numbers[index - 1] ?? -1)).length;
  return { lost: eventCount - distinct, twice: numbers.length - distinct, misplaced };
}
