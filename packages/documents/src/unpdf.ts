// The parts of unpdf that the server uses, in a bundle of its own: it is loaded with the first PDF.
export { extractText, getDocumentProxy } from 'unpdf';
