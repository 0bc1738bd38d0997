// Edits: applies them without pausing.
import { editSteps, type Edit, type EditedText } from '../../src/edit/apply-edits.ts';

export const applyEdits = (text: string, edits: readonly Edit[]): EditedText => {
  const steps = editSteps(text, edits);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
