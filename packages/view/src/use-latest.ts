// useLatest: an answer that comes after a later question is not shown.
import { useRef } from 'preact/hooks';
import { messageOf } from './message-of.ts';

/** Waits for the answer to a question, and passes it on unless there is a later question by then. */
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
