// The parts of unpdf that are used, in a bundle of its own: it is loaded with the first PDF.
export { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
