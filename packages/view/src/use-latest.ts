// useLatest: drops answers that a newer request has superseded.
import { useRef } from 'preact/hooks';
import { messageOf } from './message-of.ts';

/** Passes on the answer to a request unless a newer request has started since. */
export type Latest = <Answer>(
  question: Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onProblem: (message: string) => void,
) => void;

/** Returns the `Latest` of a component. */
export const useLatest = (): Latest => {
  const last = useRef(0);
  return (question, onAnswer, onProblem) => {
    const turn = ++last.current;
    question.then(
      (answer) => turn === last.current && onAnswer(answer),
      (error: unknown) => turn === last.current && onProblem(messageOf(error)),
    );
  };
};
