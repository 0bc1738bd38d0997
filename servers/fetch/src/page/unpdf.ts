// The parts of unpdf that the server uses, in a bundle of its own: it is loaded with the first PDF.
export { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
